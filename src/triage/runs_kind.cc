#include "triage/runs_kind.h"

namespace assay::triage {

std::string KindByRuns(std::string_view kind, std::string_view message) {
  if (kind == "nondeterministic")
    // As oracle/nondeterministic.cc words it.
    for (const std::string_view words : {"first run: crash ", "second run: crash "})
      if (message.find(words) != std::string_view::npos) return "crash";
  return std::string(kind);
}

}  // namespace assay::triage
