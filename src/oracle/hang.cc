// hang: the target used up its limit on wall or CPU time, twice.
#include "oracle/hang.h"

#include "base/strings.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> JudgeHang(const Evidence& evidence) {
  if (evidence.first.ending != lab::Ending::kHang) return std::nullopt;
  // A machine that was busy with something else ends a run late, too; what the second run did is
  // then for the next oracles.
  if (evidence.second.has_value() && evidence.second->ending != lab::Ending::kHang)
    return std::nullopt;
  return HangText(evidence.first);
}

}  // namespace

std::string HangText(const lab::Observation& seen) {
  return StrCat(seen.kind, ": ", seen.message, "\nwhere it is stuck:\n", seen.where);
}

OracleDef HangOracle() {
  return {"hang", "no answer within the time limit", CaseStatus::kHang, JudgeHang};
}

}  // namespace assay::oracle
