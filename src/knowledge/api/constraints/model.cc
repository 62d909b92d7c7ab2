#include "knowledge/api/constraints/model.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

bool HasKind(const Parameter& parameter, const char* kind) {
  return std::ranges::any_of(parameter.constraints,
                             [&](const Constraint& c) { return c.kind == kind; });
}

bool Holds(const std::string& sentence, const std::string& word) {
  const RE2 whole(R"((?:^|[^\w.-]))" + RE2::QuoteMeta(word) + R"((?:[^\w-]|$))");
  return RE2::PartialMatch(sentence, whole);
}

bool HoldsNumber(const std::string& sentence, const std::string& number) {
  return Holds(sentence, number) || (number == "0" && Holds(sentence, "zero")) ||
         (number == "1" && Holds(sentence, "one"));
}

// A number stands in many sentences ("if 0, …"); it is a bound where the sentence speaks of bounds
// and of no case.
bool SpeaksOfBounds(const std::string& sentence) {
  static const RE2 kBounds(
      R"((?i)\b(must|should|has to|have to|range|between|at least|at most|greater|larger|less|smaller|minimum|maximum|from \S+ to|non-negative|nonnegative)\b|[<>\x{2264}\x{2265}]|[\[(]-?[\d.]+, *-?[\d.]+[\])])");
  static const RE2 kCase(R"((?i)\b(if|when|otherwise|default|unless|e\.g)\b)");
  return RE2::PartialMatch(sentence, kBounds) && !RE2::PartialMatch(sentence, kCase);
}

// Names side by side may be examples, or merely mentioned.
bool SpeaksOfChoice(const std::string& sentence) {
  static const RE2 kChoice(
      R"((?i)\b(one of|either|must|should|can be|valid|allowed|supports?|supported|accepts?|accepted|options?|possible|choices?|choose)\b)");
  static const RE2 kExample(R"((?i)\b(examples?|e\.g|such as|for instance|if|when|include)\b)");
  return RE2::PartialMatch(sentence, kChoice) && !RE2::PartialMatch(sentence, kExample);
}

// Whether a bound or a list could be taken from the sentence at all.
bool CouldBear(const std::string& sentence) {
  static const RE2 kNumber(R"((?i)(?:^|[^\w.])(?:\d|zero\b|one\b))");
  static const RE2 kTwoNames(R"(["'`][\w.-]+["'`].*["'`][\w.-]+["'`])");
  return (SpeaksOfBounds(sentence) && RE2::PartialMatch(sentence, kNumber)) ||
         (SpeaksOfChoice(sentence) && RE2::PartialMatch(sentence, kTwoNames));
}

std::string NumberText(const json& number) {
  return number.is_number_integer() ? number.dump() : FormatDouble(number.get<double>());
}

void ReadRange(const json& answer, const Parameter& parameter,
               const std::vector<std::string>& sentences, std::vector<Constraint>& out) {
  std::string ends[2] = {"-inf", "inf"}, sentence;
  const char* keys[2] = {"minimum", "maximum"};
  for (int i = 0; i < 2; ++i) {
    if (!answer.contains(keys[i]) || answer[keys[i]].is_null()) continue;
    const std::string text = NumberText(answer[keys[i]]);
    const auto where = std::ranges::find_if(sentences, [&](const auto& each) {
      return HoldsNumber(each, text) && SpeaksOfBounds(each);
    });
    if (where == sentences.end()) return;  // one invented end spoils the range
    ends[i] = text;
    sentence = *where;
  }
  if (sentence.empty()) return;
  const std::string normal =
      StrCat(ends[0] == "-inf" ? "(" : "[", ends[0], ", ", ends[1], ends[1] == "inf" ? ")" : "]");
  out.push_back({"range", parameter.name, normal, normal, sentence, "model"});
}

void ReadChoices(const json& answer, const Parameter& parameter,
                 const std::vector<std::string>& sentences, std::vector<Constraint>& out) {
  if (!answer.contains("choices")) return;
  const json& members = answer["choices"];
  // A list of one restricts nothing that the sentence would not say otherwise.
  if (members.size() < 2) return;
  const auto where = std::ranges::find_if(sentences, [&](const auto& sentence) {
    return SpeaksOfChoice(sentence) && std::ranges::all_of(members, [&](const json& member) {
             return Holds(sentence, member.template get<std::string>());
           });
  });
  if (where == sentences.end()) return;
  out.push_back({"enum", parameter.name, members.dump(), members.dump(), *where, "model"});
}

bool WellFormed(const json& answer) {
  if (!answer.is_object()) return false;
  for (const char* key : {"minimum", "maximum"})
    if (answer.contains(key) && !answer[key].is_number() && !answer[key].is_null()) return false;
  if (!answer.contains("choices")) return true;
  return answer["choices"].is_array() &&
         std::all_of(answer["choices"].begin(), answer["choices"].end(),
                     [](const json& choice) { return choice.is_string(); });
}

}  // namespace

bool WorthAsking(const Parameter& parameter) {
  static const RE2 kDemands(
      R"((?i)\b(must|should|one of|either|between|at least|at most|greater|less than|allowed|valid)\b)");
  if (!RE2::PartialMatch(parameter.description, kDemands) || HasKind(parameter, "range") ||
      HasKind(parameter, "enum") || parameter.type.find("bool") != std::string::npos)
    return false;
  const std::vector<std::string> sentences = Sentences(parameter.description);
  return std::ranges::any_of(sentences, CouldBear);
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
