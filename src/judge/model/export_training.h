// Programs of a store with their right answers, for fine-tuning.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "judge/model/prediction.h"
#include "knowledge/api/api_doc.h"
#include "store/store.h"

namespace assay::judge::model {

struct TrainingCases {
  std::string text;       // JSON lines, one conversation each
  nlohmann::json counts;  // {"rows", "labels", "undocumented", "repeated"}
};

// From findings of `assay judge` and from the last run of it with a model. Of a program that is in
// both, the label of the finding counts, which may be a reviewer's.
Result<TrainingCases> ExportTraining(const store::Store& store);

// Training rows in chat form: question, right answer, label.
//
// The question is the one that is put to a model (prompts/judge-predict.txt); the answer is not
// what a model said but what was seen. Training itself is no part of this program.
struct TrainingRow {
  std::string program;
  Ending seen;
  std::string label;        // true, false or none
  std::string quote;        // that stands in the documentation; "" when none is known
  std::string explanation;  // "": told from what was seen
  std::string source;       // who wrote the program
};

// {"messages": [system, user, assistant], "label", "api", "status", "source"}; without the worked
// example of the prompt.
Result<nlohmann::ordered_json> TrainingJson(const TrainingRow& row, const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
