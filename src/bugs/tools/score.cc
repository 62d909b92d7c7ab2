#include "bugs/tools/score.h"

#include <array>
#include <map>

#include "base/json.h"
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
  return Invalid(StrCat("'", name, "' is no score"));
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

}  // namespace assay::bugs
