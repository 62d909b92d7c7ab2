// One thing that a tool says is wrong, whatever tool it is.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "bugs/tools/ground_truth.h"

namespace assay::bugs {

struct ToolFinding {
  std::string id;                      // of the tool's own; "" when it has none
  std::vector<std::string> apis;       // as PlainApi writes them
  std::vector<std::string> operators;  // of the smallest model that shows it
  Manifestation manifestation = Manifestation::kUnknown;
  std::string exception, message;
  std::string kind;     // in the tool's own words
  double seconds = -1;  // after which it was found; < 0: not told
};

// What a word of a tool ("crash", "wrong", "nan", "exception", "rejected", …) means.
Manifestation MeaningOf(const std::string& kind);

// A line "FINDING {"api": …, "operator": …, "kind": …, "exception": …, "message": …, "id": …}".
// Text or lists are taken for `api` and `operator`.
Result<ToolFinding> FindingFromJson(const nlohmann::json& json);

// The findings among the lines of `output`. A line that begins so and cannot be read must not get
// lost without a word: `problem` tells of the first.
struct FoundLines {
  std::vector<ToolFinding> findings;
  std::string problem;
};
FoundLines ReadLines(const std::string& output);

// The "findings" of the JSON that `assay judge`, `assay optbug run` and `assay mirror` print.
Result<std::vector<ToolFinding>> ReadPrograms(const std::string& output);

// The findings of `assay fuzz` in a store, with the operators of their smallest models. Only
// confirmed ones.
Result<std::vector<ToolFinding>> ReadModels(const std::string& store);

nlohmann::json ToJson(const ToolFinding& finding);

}  // namespace assay::bugs
