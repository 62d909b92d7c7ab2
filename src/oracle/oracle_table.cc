#include <array>

#include "oracle/oracle.h"

namespace assay::oracle {

#define ORACLE(Name) OracleDef Name##Oracle();
#include "oracle/oracles.def"
#undef ORACLE

std::span<const OracleDef> AllOracles() {
  static const std::array kAll = {
#define ORACLE(Name) Name##Oracle(),
#include "oracle/oracles.def"
#undef ORACLE
  };
  return kAll;
}

const OracleDef* FindOracle(std::string_view name) {
  for (const OracleDef& oracle : AllOracles())
    if (oracle.name == name) return &oracle;
  return nullptr;
}

std::string_view CaseStatusName(CaseStatus status) {
  switch (status) {
    case CaseStatus::kOk:
      return "ok";
    case CaseStatus::kSuspicious:
      return "suspicious";
    case CaseStatus::kInaccurate:
      return "inaccurate";
    case CaseStatus::kWrong:
      return "wrong";
    case CaseStatus::kNondeterministic:
      return "nondeterministic";
    case CaseStatus::kRejected:
      return "rejected";
    case CaseStatus::kCrash:
      return "crash";
    case CaseStatus::kHang:
      return "hang";
    case CaseStatus::kSlow:
      return "slow";
    case CaseStatus::kMemory:
      return "memory";
    case CaseStatus::kUnsupported:
      return "unsupported";
  }
  return "?";
}

bool IsFinding(CaseStatus status) {
  return status != CaseStatus::kOk && status != CaseStatus::kSuspicious &&
         status != CaseStatus::kUnsupported;
}

}  // namespace assay::oracle
