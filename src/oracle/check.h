// One differential run: a model with inputs on one target, held against the certified reference.
//
// The order of verdicts is that of oracles.def, after what is nobody's fault: a stated limit of the
// target, or a question that the specification leaves open. Where the bounds
// through the whole graph are too wide to mean much (deep nets, 16-bit floats), the target is asked
// again for every intermediate tensor and judged layer by layer on its own values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "oracle/oracle.h"

namespace assay::oracle {

struct TruthOptions {
  Tier tier = Tier::kLenient;  // what decides `wrong`
  bool strict_too = true;      // what decides `suspicious`; costs a second evaluation
  bool tf32 = false;           // Rules::tf32
  bool count_open = false;     // Truth::openness
};

// An error: the inputs break the model (an index out of range, say).
Result<Truth> ComputeTruth(const Subject& subject, const TruthOptions& options = {});

struct TargetResult {
  std::string name, version, device;
  CaseStatus status = CaseStatus::kOk;
  std::string oracle;                // the one that spoke ("crash", "wrong", …); "" when none did
  std::string stage, kind, message;  // of a failure; a remark otherwise
  std::vector<Judgement> outputs;    // empty when it did not run
  std::vector<LayerFault> faults;
  bool abandoned = false;  // the lab was closed meanwhile: says nothing
  bool by_layers = false;  // intermediate tensors were judged
  double load_ms = 0, run_ms = 0, peak_mb = 0;
  double resident_mb = 0;  // after it
  NamedTensors tensors;    // CheckOptions::keep_tensors: every tensor that could be had
  // The case that is to blame instead: it ran before in the same process and spoilt it.
  std::optional<ModelCase> spoiler;
};

struct CheckOptions {
  // Judge layer by layer: always, or where the bounds are wide.
  bool layers = false;
  bool layers_where_loose = true;
  bool keep_tensors = false;
  bool confirm = true;  // run twice, what looks like a finding in a clean process
  bool measure_memory = true;
  bool fresh = false;  // the first run in a clean process, too
  bool rerun = true;   // run twice even when all is well: finds what changes from run to run
  // Asked before a finding is confirmed: true when it is the same as one confirmed before, which
  // saves a process.
  std::function<bool(const TargetResult&)> seen_before;
  Equivalent equivalent;  // run, too, and held against the subject
  // Look for the first wrong layer when an output is wrong.
  bool locate = false;
  // Hold what is far from the truth against a careful library's bounds; see `inaccurate`.
  bool seek_inaccurate = false;
};

TargetResult CheckTarget(const Subject& subject, const Truth& truth, const lab::Target& target,
                         lab::Lab& lab, const CheckOptions& options);

// What CheckTarget would say of a run that ended well, where that is nothing bad. Nothing: it needs
// a closer look, by CheckTarget.
std::optional<TargetResult> Acquit(const Subject& subject, const Truth& truth,
                                   const lab::Target& target, const lab::Observation& run,
                                   const CheckOptions& options);

// Runs the subject as it is, all outputs wanted.
lab::Request PlainRequest(const Subject& subject);

// Every tensor that the reference computes, by name, as plain values.
Result<NamedTensors> ReferenceTensors(const Subject& subject);

}  // namespace assay::oracle
