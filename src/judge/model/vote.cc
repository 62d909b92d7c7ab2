#include "judge/model/vote.h"

#include <algorithm>
#include <map>

#include "base/strings.h"

namespace assay::judge::model {
namespace {

// A model that cannot tell has nothing to quote.
bool NeedsQuote(const Prediction& prediction) { return prediction.final_answer != "none"; }

}  // namespace

Consensus Vote(const std::vector<Ballot>& ballots, const VoteRules& rules) {
  Consensus out;
  out.runs = ballots.size();
  std::map<std::string, std::vector<const Ballot*>> answers;
  for (const Ballot& ballot : ballots) {
    std::string answer = "unknown";
    if (ballot.prediction) {
      ++out.answered;
      const bool made_up = NeedsQuote(*ballot.prediction) && ballot.sentence.empty();
      const bool unsure = ballot.prediction->score < rules.least_score;
      out.quote_rejected += made_up ? 1 : 0;
      out.low_score += unsure ? 1 : 0;
      if (!made_up && !unsure) answer = StrCat(ballot.prediction->AnswerText(), " | ", ballot.more);
    }
    answers[answer].push_back(&ballot);
  }
  if (ballots.empty()) return out;
  const auto best = std::max_element(
      answers.begin(), answers.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  out.confidence = static_cast<double>(best->second.size()) / static_cast<double>(ballots.size());
  // A hair below the share, since two thirds are no binary fraction.
  if (best->first == "unknown" || out.confidence < rules.least_share - 1e-9) return out;
  out.answer = best->second.front()->prediction;
  out.sentence = best->second.front()->sentence;
  out.more = best->second.front()->more;
  return out;
}

}  // namespace assay::judge::model
