// hang: the target used up its limit on wall or CPU time, twice.
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
  // The first line is what makes it the same hang again; the stack is for whoever looks for it.
  return StrCat(evidence.first.kind, ": ", evidence.first.message, "\nwhere it is stuck:\n",
                evidence.first.where);
}

}  // namespace

OracleDef HangOracle() {
  return {"hang", "no answer within the time limit", CaseStatus::kHang, JudgeHang};
}

}  // namespace assay::oracle
