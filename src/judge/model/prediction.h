// Prediction: what a model expects of a program that it has not seen run.
//
// `result` is what must happen if all APIs do what is documented. `final_answer` is the model's own
// word on the program: true, it behaves as documented; false, it shows a bug; none, it cannot tell.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::judge::model {

// How a run ends, in words that can be compared: "" stands for whatever is not known.
struct Ending {
  std::string status;     // valid, exception, crash, hangs or flaky
  std::string exception;  // its type; only with the status exception
  std::string shape;      // of the result: "[2, 3]"; only with the status valid
  std::string dtype;      // of the result: "float32"; only with the status valid
  bool operator==(const Ending&) const = default;
  std::string Text() const;  // "valid, float32 [2, 3]"
};

// What may be said of a result besides.
struct Stated {
  std::string elements;                 // "[1.0, nan]", row by row; "": nothing
  std::vector<std::string> properties;  // names of properties.def
};

struct Prediction {
  Ending result;
  int score = 0;  // 0 to 100: how sure it is of `result` and `final_answer`
  std::string final_answer;
  std::string explanation, quote;
  Stated stated;
  // Equal for answers that say the same; what self-consistency counts.
  std::string AnswerText() const;
};

// An answer of the form of prompts/judge-predict.schema.json.
Result<Prediction> ReadPrediction(const nlohmann::json& answer);

// Ways to write the same thing made one: "torch.Size([2, 3])" and "(2,3)" become "[2, 3]",
// "torch.float32" "float32", "builtins.ValueError" "ValueError". "" for what is none.
std::string NormalShape(const std::string& text);
std::string NormalDtype(const std::string& text);
std::string NormalException(const std::string& text);
// All of them, and nothing that the status rules out.
Ending NormalEnding(Ending ending);

// Names of properties.def.
std::vector<std::string> PropertyNames();

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
  // What as many of the runs say of the result as an answer needs. Answers that say more or less
  // of it are equal otherwise.
  Stated stated;
  double confidence = 0;  // of the commonest answer, also when that is "unknown"
  size_t runs = 0, answered = 0;
  size_t low_score = 0, quote_rejected = 0;
  // true, false or none, and "unknown" when the runs decide nothing.
  std::string Final() const { return answer ? answer->final_answer : "unknown"; }
};

Consensus Vote(const std::vector<SampledAnswer>& samples);

}  // namespace assay::judge::model
