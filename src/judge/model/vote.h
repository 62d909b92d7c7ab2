// What several runs of a model say together (ATOC, section III-C).
//
// Every run gives one answer. A run that is not sure enough, that quotes what the documentation
// does not say, or that gave nothing, answers "unknown". The confidence is the share of the
// commonest answer,
//
//   confidence = max_i times_i / sum_j times_j
//
// over all runs. The paper's threshold of 90 is applied to the score that each run gives itself;
// the share must reach a threshold of its own. Only what passes both is an answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/model/prediction.h"

namespace assay::judge::model {

struct VoteRules {
  int least_score = 90;          // of each run, as in the paper
  double least_share = 2.0 / 3;  // of the runs: two of three; the paper names none
};

// One run.
struct SampledAnswer {
  std::optional<Prediction> prediction;  // nothing: no answer came
  std::string sentence;                  // that the quote stands in; "": nowhere
  std::string more;                      // what else is part of the answer
};

struct Consensus {
  std::optional<Prediction> answer;  // nothing: unknown
  std::string sentence;              // of the documentation, that it rests on
  std::string more;                  // of the answer
  double confidence = 0;             // of the commonest answer, also when that is "unknown"
  size_t runs = 0, answered = 0;
  size_t low_score = 0, quote_rejected = 0;
  // true, false or none, and "unknown" when the runs decide nothing.
  std::string Final() const { return answer ? answer->final_answer : "unknown"; }
};

Consensus Vote(const std::vector<SampledAnswer>& samples, const VoteRules& rules);

}  // namespace assay::judge::model
