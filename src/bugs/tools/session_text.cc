#include "bugs/tools/session_text.h"

#include <map>

#include "base/strings.h"

namespace assay::bugs {

std::string LineOf(const BugScore& score) {
  const std::string name = score.api.empty() ? "issue_" + score.id : score.api;
  switch (score.score) {
    case Score::kFound: {
      const std::string finding = score.finding.empty() ? "" : StrCat(" (", score.finding, ")");
      return StrCat("-> ", name, ": issue_", score.id, " was reproduced", finding);
    }
    case Score::kMissed:
      return StrCat("-> ", name, " ", score.reason);
    case Score::kNotSupported:
      return StrCat("-> ", name, " is not supported by the tool: ", score.reason);
    case Score::kNotRun:
      break;
  }
  return StrCat("-> ", name, " was not run: ", score.reason);
}

std::string SumOf(const std::vector<BugScore>& scores) {
  std::map<Score, int> counts;
  for (const BugScore& score : scores) ++counts[score.score];
  return StrCat("Reproduced ", counts[Score::kFound], " out of ", scores.size(), " bugs (",
                counts[Score::kMissed], " missed, ", counts[Score::kNotSupported],
                " not supported by the tool, ", counts[Score::kNotRun], " not run)");
}

}  // namespace assay::bugs
