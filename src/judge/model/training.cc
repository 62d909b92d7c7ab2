#include "judge/model/training.h"

#include "base/strings.h"
#include "judge/model/predict.h"

namespace assay::judge::model {
namespace {

using nlohmann::ordered_json;

// What was seen is certain.
constexpr int kCertain = 100;

std::string RightAnswer(const TrainingRow& row) {
  ordered_json out;
  out["quote"] = row.quote;
  out["explanation"] = row.explanation.empty()
                           ? StrCat("The program ends so: ", row.seen.Text(), ".")
                           : row.explanation;
  out["result"] = {{"status", row.seen.status},
                   {"exception", row.seen.exception},
                   {"shape", row.seen.shape},
                   {"dtype", row.seen.dtype}};
  out["score"] = kCertain;
  out["final_answer"] = row.label;
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

Result<ordered_json> TrainingJson(const TrainingRow& row, const knowledge::ApiDoc& doc) {
  ASSAY_ASSIGN(const auto prompts, PredictionPrompts(doc, row.program, 1));
  ordered_json messages = ordered_json::array();
  const auto& asked = prompts.front().messages;
  messages.push_back({{"role", asked.front().role}, {"content", asked.front().text}});
  messages.push_back({{"role", asked.back().role}, {"content", asked.back().text}});
  messages.push_back({{"role", "assistant"}, {"content", RightAnswer(row)}});
  ordered_json out;
  out["messages"] = std::move(messages);
  out["label"] = row.label;
  out["api"] = doc.name;
  out["status"] = row.seen.status;
  out["source"] = row.source;
  return out;
}

}  // namespace assay::judge::model
