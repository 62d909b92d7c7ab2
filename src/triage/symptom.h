// Symptom: what is the same in all cases that show one bug, as far as one run tells.
//
// A case that is made smaller must keep it, so that a reduction never slips to another failure;
// hits with equal signatures are one finding.
#pragma once

#include <string>

#include "oracle/check.h"
#include "triage/message.h"

namespace assay::triage {

struct Symptom {
  std::string framework;
  std::string oracle;   // "wrong", "crash", …
  std::string stage;    // of a failure
  std::string message;  // of a failure, without what differs from case to case
  // Of a wrong result:
  std::string op;      // the first layer that is wrong by itself; "" when none is
  std::string ahead;   // without such a layer: the operator that makes the wrong output
  bool gross = false;  // too far outside to be a matter of rounding
  // An output of the model is wrong, and not only what is seen inside.
  bool output = false;

  bool operator==(const Symptom&) const = default;
};

Symptom SymptomOf(const oracle::TargetResult& result, const Graph& graph,
                  const std::string& framework);

// Whether `seen` is the failure that `wanted` describes. What makes the wrong output may change
// while a model shrinks; far outside must not become just outside, nor an output that users see
// become what only shows when somebody looks inside.
bool SameFailure(const Symptom& wanted, const Symptom& seen);

// The cause as far as it is known: "layer Conv", "as a whole, output of Relu", or the message.
std::string CauseText(const Symptom& symptom);

// Target, oracle, stage, and what is known of the cause: the normalised message of a failure, or
// the first layer whose result is wrong.
std::string Signature(const oracle::TargetResult& result, const Graph& graph);

// "f" and twelve hexadecimal digits: the same in every store.
std::string FindingId(const std::string& signature);

}  // namespace assay::triage
