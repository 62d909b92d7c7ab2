#include "judge/model/vote.h"

#include <algorithm>
#include <map>

#include "base/strings.h"

namespace assay::judge::model {
namespace {

// A model that cannot tell has nothing to quote.
bool NeedsQuote(const Prediction& prediction) { return prediction.final_answer != "none"; }

}  // namespace

Consensus Vote(const std::vector<SampledAnswer>& samples, const VoteRules& rules) {
  Consensus out;
  out.runs = samples.size();
  std::map<std::string, std::vector<const SampledAnswer*>> answers;
  for (const SampledAnswer& sample : samples) {
    std::string answer = "unknown";
    if (sample.prediction) {
      ++out.answered;
      const bool made_up = NeedsQuote(*sample.prediction) && sample.sentence.empty();
      const bool unsure = sample.prediction->score < rules.least_score;
      out.quote_rejected += made_up ? 1 : 0;
      out.low_score += unsure ? 1 : 0;
      if (!made_up && !unsure) answer = StrCat(sample.prediction->AnswerText(), " | ", sample.more);
    }
    answers[answer].push_back(&sample);
  }
  if (samples.empty()) return out;
  const auto best = std::max_element(
      answers.begin(), answers.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  out.confidence = static_cast<double>(best->second.size()) / static_cast<double>(samples.size());
  // A hair below the share, since two thirds are no binary fraction.
  if (best->first == "unknown" || out.confidence < rules.least_share - 1e-9) return out;
  out.answer = best->second.front()->prediction;
  out.sentence = best->second.front()->sentence;
  out.more = best->second.front()->more;
  return out;
}

}  // namespace assay::judge::model
