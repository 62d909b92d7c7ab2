// Reduce: the smallest and plainest case that still shows one failure of one target.
//
// The passes of passes.def, from the strongest to the finest, are repeated until none of them
// helps. A pass makes smaller or simpler cases; the driver asks the target and keeps the first one
// that shows the same failure (triage::SameFailure), so that a reduction never slips to another
// one. What comes out depends on the case and the target alone, not on the number of jobs, unless
// time runs out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "triage/probe.h"

namespace assay::reduce {

struct Progress {
  std::string pass;  // "" at the end
  size_t nodes = 0;
  int tries = 0;
};

struct Options {
  int jobs = 1;
  double seconds = 0;  // 0: no limit
  // The tensor where the failure was first seen in the original case (see Suspect); "": not known.
  std::string suspect;
  bool notes = true;  // also find out what does not matter
  std::function<void(const Progress&)> on_progress;
  // Asked between tries, from the thread of the caller.
  std::function<bool()> should_stop;
  // A case with fewer nodes than any before.
  std::function<void(const ModelCase&)> on_better;
};

struct Reduced {
  ModelCase model_case;
  // What the last run showed, in a clean process; no oracle when it was interrupted before.
  oracle::TargetResult proof;
  // What was kept: `wanted`, or the layer that a failure of the whole model was traced to.
  triage::Symptom symptom;
  size_t original_nodes = 0;
  int tries = 0;
  double seconds = 0;
  bool complete = false;              // false: cut short, or it repeats only now and then
  std::vector<std::string> notes;     // what matters and what does not, one line each
  int opset_low = 0, opset_high = 0;  // the versions around the case's own that show it, too
};

// `original` must show `wanted` on the probe's target. An error: the original does not show it in a
// clean process, so that nothing can be said.
Result<Reduced> Reduce(const ModelCase& original, const triage::Probe& probe,
                       const triage::Symptom& wanted, const Options& options);

// The tensor at which a failure was first seen: the first wrong layer, or what the message names.
std::string Suspect(const ModelCase& model_case, const oracle::TargetResult& result);

// What was kept: "value of layer Relu, far outside the bound".
std::string LockedOn(const triage::Symptom& wanted);

// Equal for reduced cases that differ in nothing but names, sizes and values: operators in an order
// that only their connections decide, the names of their attributes, element types.
std::string Canonical(const ModelCase& model_case);

}  // namespace assay::reduce
