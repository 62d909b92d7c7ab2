// crash: the process of the target died, took more memory than it was given, printed without end or
// broke the protocol, twice.
#include "base/strings.h"
#include "lab/impossible.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

bool Died(const lab::Observation& seen) {
  // That is a wrong value.
  if (seen.kind == lab::kImpossibleValue) return false;
  switch (seen.ending) {
    case lab::Ending::kCrash:
    case lab::Ending::kOutOfMemory:
    case lab::Ending::kFlood:
    case lab::Ending::kProtocol:
      return true;
    default:
      return false;
  }
}

std::optional<std::string> JudgeCrash(const Evidence& evidence) {
  if (!Died(evidence.first) || (evidence.second.has_value() && !Died(*evidence.second)))
    return std::nullopt;
  return evidence.first.message;
}

}  // namespace

OracleDef CrashOracle() {
  return {"crash", "the framework took its process down", CaseStatus::kCrash, JudgeCrash};
}

}  // namespace assay::oracle
