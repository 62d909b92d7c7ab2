// Phrases that several sections share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "report/material.h"

namespace assay::report {

// "onnxruntime:opt=off 1.31.1"
std::string TargetPhrase(const store::FindingRow& row);
// One line: who does what wrong.
std::string Headline(const Material& material);
// What happens, in two sentences.
std::vector<std::string> Summary(const Material& material);

// The operator at fault and its wrong result, as far as known; "" otherwise.
std::string BlamedOp(const Material& material);
std::string FirstWrongTensor(const Material& material);
// The output that is wrong; "" when none is or it is not known.
std::string WrongOutput(const Material& material);

// Whether the target gave results at all.
bool GaveResults(std::string_view kind);
// Whether it is about time or memory, and the results are right.
bool IsMeasured(std::string_view kind);

// The first line with its middle left out when it is longer than `limit`: messages of frameworks
// begin with where they come from and end with what is the matter.
std::string Quote(std::string_view text, size_t limit);

// Numbers, and the texts that stand for those that are not finite; "" when missing.
std::string NumberAt(const nlohmann::json& object, const char* key);
// Whether the evidence admits no error at all: every correct implementation gives the truth itself.
bool IsExact(const nlohmann::json& evidence);
// "7 ± 0.5", "exactly 7", or "7 (0 to 7)" where one side is wider.
std::string TruthText(const nlohmann::json& evidence);

}  // namespace assay::report
