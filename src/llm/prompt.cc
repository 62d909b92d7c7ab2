#include "llm/prompt.h"

namespace assay::llm {

std::string_view TroubleName(Trouble trouble) {
  switch (trouble) {
    case Trouble::kNone:
      return "none";
    case Trouble::kDisabled:
      return "disabled";
    case Trouble::kPending:
      return "pending";
    case Trouble::kContextLength:
      return "context-length";
    case Trouble::kRefused:
      return "refused";
    case Trouble::kUnreachable:
      return "unreachable";
    case Trouble::kMalformed:
      return "malformed";
    case Trouble::kLedger:
      return "ledger";
    case Trouble::kStopped:
      return "stopped";
  }
  return "none";
}

}  // namespace assay::llm
