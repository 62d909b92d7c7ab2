// equivalence: two models that differ only in how data is moved, run on the same target, where the
// certified bounds of one refute the result of the other.
//
// Both round the same numbers in the same places, so what no correct implementation of the first
// gives, no correct implementation of the second may give either. Models that are equal in exact
// arithmetic alone must not be held against each other like this: their bounds differ with their
// rounding. Elements without certain bounds accuse nobody.
#include "base/strings.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> Refuted(const std::vector<Known>& bounds, const lab::Observation& seen,
                                   std::string_view whose) {
  for (size_t i = 0; i < bounds.size() && i < seen.outputs.size(); ++i) {
    const Judgement output =
        Judge(seen.outputs[i].first, bounds[i], nullptr, seen.outputs[i].second);
    if (output.verdict == Verdict::kWrong)
      return StrCat(whose, Describe(output), " (bounds of its equivalent)");
  }
  return std::nullopt;
}

std::optional<std::string> JudgeEquivalence(const Evidence& evidence) {
  if (!evidence.equivalent_run.has_value() || !evidence.equivalent_run->ok() ||
      !evidence.first.ok() || evidence.equivalent.truth == nullptr)
    return std::nullopt;
  if (auto broken = Refuted(evidence.equivalent.truth->lenient, evidence.first, "mutant: "))
    return broken;
  return Refuted(evidence.truth->lenient, *evidence.equivalent_run, "original: ");
}

}  // namespace

OracleDef EquivalenceBrokenOracle() {
  return {"equivalence", "two equivalent models give different results", CaseStatus::kWrong,
          JudgeEquivalence};
}

}  // namespace assay::oracle
