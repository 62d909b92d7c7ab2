#include "bugs/tools/score.h"

#include <array>
#include <map>

#include "base/strings.h"

namespace assay::bugs {

using nlohmann::json;

std::string_view ScoreName(Score score) {
  constexpr std::array<std::string_view, 4> kNames = {"found", "missed", "not supported",
                                                      "not run"};
  return kNames[static_cast<size_t>(score)];
}

Result<Score> ScoreByName(const std::string& name) {
  for (const Score score : {Score::kFound, Score::kMissed, Score::kNotSupported, Score::kNotRun})
    if (ScoreName(score) == name) return score;
  return Invalid(StrCat("'", name, "' is not a score"));
}

json ToJson(const BugScore& score) {
  return With(ASSAY_FIELDS(score, library, id, version, api, reason, finding, seconds),
              {{"score", ScoreName(score.score)}});
}

json ToJson(const SessionResult& result) {
  json scores = json::array(), findings = json::array();
  std::map<std::string, int> counts = {
      {"found", 0}, {"missed", 0}, {"not supported", 0}, {"not run", 0}};
  for (const BugScore& score : result.scores) {
    scores.push_back(ToJson(score));
    ++counts[std::string(ScoreName(score.score))];
  }
  for (const ToolFinding& finding : result.findings) findings.push_back(ToJson(finding));
  return With(ASSAY_FIELDS(result, tool, library, version, environment, probed, seconds),
              {{"bugs", std::move(scores)}, {"counts", counts}, {"findings", std::move(findings)}});
}

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
