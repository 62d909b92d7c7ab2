// rejected: a legal model is refused with an error that is no stated limit of the target, twice.
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> JudgeRejected(const Evidence& evidence) {
  if (evidence.first.ending != lab::Ending::kFailed ||
      (evidence.second.has_value() && evidence.second->ending != lab::Ending::kFailed))
    return std::nullopt;
  return evidence.first.message;
}

}  // namespace

OracleDef RejectedOracle() {
  return {"rejected", "a legal model is refused", CaseStatus::kRejected, JudgeRejected};
}

}  // namespace assay::oracle
