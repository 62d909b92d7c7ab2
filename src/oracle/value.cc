// wrong: an element that no correct implementation gives: outside its certified bounds, or, in a
// deep model, far outside the bounds of one layer on the target's own inputs.
#include "base/strings.h"
#include "lab/impossible.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

bool IsImpossible(const lab::Observation& seen) { return seen.kind == lab::kImpossibleValue; }

std::optional<std::string> JudgeValue(const Evidence& evidence) {
  if (IsImpossible(evidence.first) &&
      (!evidence.second.has_value() || IsImpossible(*evidence.second)))
    return evidence.first.message;
  if (const Judgement* output = FirstWith(evidence.outputs, Verdict::kWrong))
    return Describe(*output);
  for (const LayerFault& fault : evidence.faults)
    if (fault.gross) return Describe(fault);
  return std::nullopt;
}

}  // namespace

OracleDef ValueOracle() {
  return {"wrong", "a value outside its certified bounds", CaseStatus::kWrong, JudgeValue};
}

}  // namespace assay::oracle
