// Prediction: what a model expects of a program that it has not seen run.
//
// `result` is what must happen if all APIs do what is documented. `final_answer` is the model's own
// word on the program: true, it behaves as documented; false, it shows a bug; none, it cannot tell.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

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

struct Prediction {
  Ending result;
  int score = 0;  // 0 to 100: how sure it is of `result` and `final_answer`
  std::string final_answer;
  std::string explanation, quote;
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

}  // namespace assay::judge::model
