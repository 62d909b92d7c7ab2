// suspicious: inside the bounds that known approximations need, outside those of a careful library;
// or a layer a little outside its bounds, where a fused kernel might get to. Never a finding.
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> JudgeSuspicious(const Evidence& evidence) {
  if (!evidence.faults.empty()) return Describe(evidence.faults.front());
  if (FirstWith(evidence.outputs, Verdict::kSuspicious) != nullptr) return std::string();
  return std::nullopt;
}

}  // namespace

OracleDef SuspiciousOracle() {
  return {"suspicious", "less accurate than a careful library", CaseStatus::kSuspicious,
          JudgeSuspicious};
}

}  // namespace assay::oracle
