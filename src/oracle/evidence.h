// Everything that is known of one case on one target before anybody is blamed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "lab/lab.h"
#include "oracle/judgement.h"
#include "oracle/tap.h"

namespace assay::oracle {

// A model and inputs, ready to be run.
struct Subject {
  Model model;                // types inferred
  std::string bytes;          // the ONNX file that targets get
  std::vector<Datum> inputs;  // in the order of the graph's inputs
  uint64_t seed = 0;          // for random operators of the reference
};

// Elements of an operator's results, and those of which nothing is known: any value is admitted.
struct OpenElements {
  int64_t elements = 0;
  int64_t open = 0;       // although everything about its inputs is known
  int64_t inherited = 0;  // as something about its inputs is open
};
using Openness = std::map<std::string, OpenElements>;  // by operator

// What the reference says about a subject.
struct Truth {
  std::vector<Known> lenient;  // per output
  Openness openness;           // where it was asked for
  std::vector<Known> strict;   // empty when it was not asked for or could not be evaluated
  std::string unknown;         // not empty: the reference has no answer, and why
  double run_ms = 0;
};

// A node whose result leaves its bounds on the target's own inputs.
struct LayerFault {
  size_t node = 0;
  std::string op, tensor;
  int64_t element = 0;
  double got = 0, lo = 0, hi = 0;
  bool gross = false;  // far outside, not just where fused kernels might get to
  // This layer and another one each hold what the other should.
  bool exchanged = false;
  bool ends = false;  // nothing between `lo` and `hi` is admitted
};

// A model with the same outputs, position by position and bit by bit, as the one under test.
struct Equivalent {
  const Subject* subject = nullptr;
  const Truth* truth = nullptr;
};

struct Evidence {
  const Subject* subject = nullptr;
  const Truth* truth = nullptr;
  lab::Observation first;
  std::vector<Judgement> outputs;  // of the first run; empty when it did not end well
  // The repetition, in a clean process when the first run showed something.
  std::optional<lab::Observation> second;
  std::vector<Judgement> second_outputs;
  std::vector<LayerFault> faults;
  bool seek_inaccurate = false;  // great inaccuracy within the bounds is a finding, too
  // The equivalent model on the same target; without value when there is none.
  Equivalent equivalent;
  std::optional<lab::Observation> equivalent_run;
};

// The worst of several outputs.
Verdict Worst(const std::vector<Judgement>& outputs);
// The first output with this verdict; nullptr when there is none.
const Judgement* FirstWith(const std::vector<Judgement>& outputs, Verdict verdict);
// Whether more is admitted on the side of the truth where `got` does not lie: "got 300, truth 246 ±
// 246" would say that it is right.
bool WiderElsewhere(const Judgement& output);
// What is admitted of the element that is shown: "2 ± 1e-07", with `bound` as its text; "in [0,
// 246]".
std::string TruthText(const Judgement& output, const std::string& bound);
// "output 'y', element 3: got 1.5, truth 2 ± 1e-07"
std::string Describe(const Judgement& output);
std::string Describe(const LayerFault& fault);

}  // namespace assay::oracle
