#include "knowledge/api/constraints/model.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

bool HasKind(const Parameter& parameter, const char* kind) {
  return std::any_of(parameter.constraints.begin(), parameter.constraints.end(),
                     [&](const Constraint& c) { return c.kind == kind; });
}

// The first sentence in which `word` stands by itself; "" when there is none.
std::string SentenceWith(const std::vector<std::string>& sentences, const std::string& word) {
  const RE2 whole(R"((?:^|[^\w.-]))" + RE2::QuoteMeta(word) + R"((?:[^\w-]|$))");
  for (const std::string& sentence : sentences)
    if (RE2::PartialMatch(sentence, whole)) return sentence;
  return "";
}

std::string NumberText(const json& number) {
  return number.is_number_integer() ? number.dump() : FormatDouble(number.get<double>());
}

void ReadRange(const json& answer, const Parameter& parameter,
               const std::vector<std::string>& sentences, std::vector<Constraint>& out) {
  std::string ends[2] = {"-inf", "inf"}, sentence;
  const char* keys[2] = {"minimum", "maximum"};
  for (int i = 0; i < 2; ++i) {
    if (!answer.contains(keys[i])) continue;
    const std::string text = NumberText(answer[keys[i]]);
    const std::string where = SentenceWith(sentences, text);
    if (where.empty()) continue;
    ends[i] = text;
    sentence = where;
  }
  if (sentence.empty()) return;
  const std::string normal =
      StrCat(ends[0] == "-inf" ? "(" : "[", ends[0], ", ", ends[1], ends[1] == "inf" ? ")" : "]");
  out.push_back({"range", parameter.name, normal, normal, sentence});
}

void ReadChoices(const json& answer, const Parameter& parameter,
                 const std::vector<std::string>& sentences, std::vector<Constraint>& out) {
  if (!answer.contains("choices")) return;
  json members = json::array();
  std::string sentence;
  for (const json& choice : answer["choices"]) {
    const std::string where = SentenceWith(sentences, choice.get<std::string>());
    if (where.empty()) return;  // one invented member spoils the list
    members.push_back(choice);
    sentence = where;
  }
  // A list of one restricts nothing that the sentence would not say otherwise.
  if (members.size() >= 2)
    out.push_back({"enum", parameter.name, members.dump(), members.dump(), sentence});
}

bool WellFormed(const json& answer) {
  if (!answer.is_object()) return false;
  for (const char* key : {"minimum", "maximum"})
    if (answer.contains(key) && !answer[key].is_number()) return false;
  if (!answer.contains("choices")) return true;
  return answer["choices"].is_array() &&
         std::all_of(answer["choices"].begin(), answer["choices"].end(),
                     [](const json& choice) { return choice.is_string(); });
}

}  // namespace

bool WorthAsking(const Parameter& parameter) {
  static const RE2 kDemands(
      R"((?i)\b(must|should|one of|either|between|at least|at most|greater|less than|allowed|valid)\b)");
  return RE2::PartialMatch(parameter.description, kDemands) && !HasKind(parameter, "range") &&
         !HasKind(parameter, "enum");
}

std::map<std::string, std::string> ConstraintQuestion(const Parameter& parameter) {
  std::string head = parameter.name;
  if (!parameter.type.empty()) head += StrCat(" (", parameter.type, ")");
  return {{"parameter", parameter.name},
          {"text", StrCat(head, ": ", Squeeze(parameter.description))}};
}

Result<std::vector<Constraint>> ReadConstraintAnswer(const json& answer,
                                                     const Parameter& parameter) {
  if (!WellFormed(answer))
    return Invalid(StrCat("the answer about ", parameter.name,
                          " is not of the form of prompts/constraints.schema.json"));
  const std::vector<std::string> sentences = Sentences(parameter.description);
  std::vector<Constraint> out;
  ReadRange(answer, parameter, sentences, out);
  ReadChoices(answer, parameter, sentences, out);
  return out;
}

}  // namespace assay::knowledge
