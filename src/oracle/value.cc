// wrong: an element that no correct implementation gives: outside its certified bounds, or, in a
// deep model, far outside the bounds of one layer on the target's own inputs.
#include <cmath>

#include "base/strings.h"
#include "lab/impossible.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

bool IsImpossible(const lab::Observation& seen) { return seen.kind == lab::kImpossibleValue; }

// Two units in the last place of a result whose every layer is right: what is left when constants
// of a chain are added up first, or a sum begins with its bias. That is rounding, and nobody's
// fault.
constexpr double kRegrouped = 2;
bool IsRegrouped(const Evidence& evidence, const Judgement& output) {
  return evidence.layers_judged && evidence.faults.empty() && !output.other_type &&
         std::isfinite(output.got) && output.units > 0 && output.units <= kRegrouped;
}

std::optional<std::string> JudgeValue(const Evidence& evidence) {
  if (IsImpossible(evidence.first) &&
      (!evidence.second.has_value() || IsImpossible(*evidence.second)))
    return evidence.first.message;
  for (const Judgement& output : evidence.outputs)
    if (output.verdict == Verdict::kWrong && !IsRegrouped(evidence, output))
      return Describe(output);
  for (const LayerFault& fault : evidence.faults)
    if (fault.gross) return Describe(fault);
  return std::nullopt;
}

}  // namespace

OracleDef ValueOracle() {
  return {"wrong", "a value outside its certified bounds", CaseStatus::kWrong, JudgeValue};
}

}  // namespace assay::oracle
