// One differential run: a model with inputs on one target, held against the certified reference.
//
// The order of verdicts: refused as a stated limit → failed, crashed or hung → differs between two
// runs → outside the bounds → outside the bounds of a careful library → ok. Where the bounds
// through the whole graph are too wide to mean much (deep nets, 16-bit floats), the target is asked
// again for every intermediate tensor and judged layer by layer on its own values.
#pragma once

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

// What the reference says about a subject.
struct Truth {
  std::vector<Known> lenient;  // per output
  std::vector<Known> strict;   // empty when it was not asked for or could not be evaluated
  std::string unknown;         // not empty: the reference has no answer, and why
  double run_ms = 0;
};

struct TruthOptions {
  Tier tier = Tier::kLenient;  // what decides `wrong`
  bool strict_too = true;      // what decides `suspicious`; costs a second evaluation
};

// An error: the inputs break the model (an index out of range, say).
Result<Truth> ComputeTruth(const Subject& subject, const TruthOptions& options = {});

enum class CaseStatus {
  kOk,
  kSuspicious,
  kWrong,
  kNondeterministic,
  kRejected,
  kCrash,
  kHang,
  kUnsupported,
};
std::string_view CaseStatusName(CaseStatus status);
bool IsFinding(CaseStatus status);  // everything but ok, suspicious and unsupported

// A node whose result leaves its bounds on the target's own inputs.
struct LayerFault {
  size_t node = 0;
  std::string op, tensor;
  int64_t element = 0;
  double got = 0, lo = 0, hi = 0;
  bool gross = false;  // far outside, not just where fused kernels might get to
};

struct TargetResult {
  std::string name, version, device;
  CaseStatus status = CaseStatus::kOk;
  std::string stage, kind, message;  // of a failure; a remark otherwise
  std::vector<Judgement> outputs;    // empty when it did not run
  std::vector<LayerFault> faults;
  bool by_layers = false;  // intermediate tensors were judged
  double load_ms = 0, run_ms = 0, peak_mb = 0;
  NamedTensors tensors;  // CheckOptions::keep_tensors: every tensor that could be had
};

struct CheckOptions {
  // Judge layer by layer: always, or where the bounds are wide.
  bool layers = false;
  bool keep_tensors = false;
  bool confirm = true;  // run twice; a crash again in a clean process
};

TargetResult CheckTarget(const Subject& subject, const Truth& truth, const lab::Target& target,
                         lab::Lab& lab, const CheckOptions& options);

// Every tensor that the reference computes, by name, as plain values.
Result<NamedTensors> ReferenceTensors(const Subject& subject);

}  // namespace assay::oracle
