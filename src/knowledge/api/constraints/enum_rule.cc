// Enumerations of texts: "one of 'none', 'mean' or 'sum'", "A `string` from: `"SAME", "VALID"`",
// Literal['a', 'b'], {'a', 'b'}.
//
// Normal form: a JSON list.
#include <re2/re2.h>

#include <nlohmann/json.hpp>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct Literal {
  size_t begin = 0, end = 0;
  std::string text;
};

// Quoted texts without spaces around; apostrophes within words ("don't") begin none.
std::vector<Literal> Literals(const std::string& sentence) {
  static const RE2 kQuoted(R"re((^|[^\w'"])(?:'([\w.+/-]{1,80})'|"([\w.+/-]{0,80})"))re");
  std::vector<Literal> out;
  re2::StringPiece rest(sentence);
  std::string before, single, twice;
  while (RE2::FindAndConsume(&rest, kQuoted, &before, &single, &twice)) {
    const std::string& text = single.empty() ? twice : single;
    const size_t end = sentence.size() - rest.size();
    out.push_back({end - text.size() - 2, end, text});
  }
  return out;
}

// Only separators, "or" and short remarks in parentheses may stand between two members.
bool Joined(std::string_view between) {
  static const RE2 kBetween(
      R"(^[`\s]*(?:\([^()]{0,60}\))?[`\s]*(?:[,|/;]|\bor\b|\band\b|,\s*or\b|,\s*and\b)[`\s]*(?:or\b|and\b|either\b)?[`\s]*$)");
  return RE2::PartialMatch(re2::StringPiece(between.data(), between.size()), kBetween);
}

bool Announced(const std::string& before) {
  static const RE2 kWords(
      R"((?i)(one of|either|from:|must be|can be|could be|should be|may be|options|supported|valid|allowed|values|choices|choose|modes?|specifies|available|accepts?|possible|select|\{|mode)\b?[^.]*$)");
  static const RE2 kNot(
      R"((?i)(legacy|only|other|e\.g|for example|such as|like|if|when|unless|except|not|raise|cannot|deprecated|same as|equivalent)\b[^.]*$)");
  static const RE2 kWithin(
      R"(\w+ in `?\[$)");  // "for `mode in ['a', 'b']`": about another parameter
  return RE2::PartialMatch(before, kWords) && !RE2::PartialMatch(before, kNot) &&
         !RE2::PartialMatch(before, kWithin);
}

// "[None, 'a', 'b']"
bool NoneBefore(const std::string& before) {
  static const RE2 kNone(R"(\bNone`?\s*(?:,|or|,\s*or)\s*`?$)");
  return RE2::PartialMatch(before, kNone);
}

// "'a', 'b', or a callable": not all that is allowed is listed.
bool IsOpen(const std::string& before, const std::string& behind) {
  static const RE2 kMore(
      R"((?i)^[`\s)}\]]*(?:\([^()]*\))?[`\s]*(?:,\s*|\s*(?:or|and) |,\s*(?:or|and) )(?:an?|any|other|the|some|so on|etc|custom|single|list|int|float|number|tuple|sequence|callable|`?\d|`?np\.|`(?:int|float|tf|keras|torch|False|True)))");
  static const RE2 kEarlier(R"((?:`|\))\s*(?:,|or|,\s*or)\s*`?$)");
  static const RE2 kLater(R"(, or (?:an?|the) )");
  return RE2::PartialMatch(behind, kMore) || RE2::PartialMatch(behind, kLater) ||
         (RE2::PartialMatch(before, kEarlier) && !NoneBefore(before));
}

// "…, 'b' or `None`"
bool NoneBehind(const std::string& behind) {
  static const RE2 kNone(R"((?i)^[`\s]*(?:\([^()]*\))?[`\s]*,?\s*(?:or )?`?None\b)");
  return RE2::PartialMatch(behind, kNone);
}

void FromSentence(const RuleInput& input, const std::string& sentence,
                  std::vector<Constraint>& out) {
  const std::vector<Literal> literals = Literals(sentence);
  for (size_t first = 0; first < literals.size(); ++first) {
    size_t last = first;
    while (last + 1 < literals.size() &&
           Joined(std::string_view(sentence).substr(literals[last].end,
                                                    literals[last + 1].begin - literals[last].end)))
      ++last;
    const std::string before = sentence.substr(0, literals[first].begin);
    const std::string behind = sentence.substr(literals[last].end);
    if (last > first && Announced(before) && !IsOpen(before, behind) &&
        !IsAside(sentence, literals[first].begin, input)) {
      nlohmann::json members = nlohmann::json::array();
      for (size_t i = first; i <= last; ++i) members.push_back(literals[i].text);
      // A default is always allowed.
      if (NoneBefore(before) || NoneBehind(behind) || input.parameter.default_value == "None")
        members.push_back(nullptr);
      const std::string value =
          sentence.substr(literals[first].begin, literals[last].end - literals[first].begin);
      AddConstraint(input, "enum", value, members.dump(), sentence, out);
      return;
    }
    first = last;
  }
}

}  // namespace

void FindEnum(const RuleInput& input, std::vector<Constraint>& out) {
  // A flag takes no texts: what is listed there are values of another parameter.
  for (const Constraint& c : out)
    if (c.kind == "type" && c.normal.find("str") == std::string::npos) return;
  static const RE2 kLiteral(R"(^(?:typing\.)?Literal\[(.*)\](?:\s*\|\s*None)?$)");
  static const RE2 kBraces(R"(^\{(.*)\}$)");
  std::string inner;
  if (RE2::FullMatch(input.parameter.type, kLiteral, &inner) ||
      RE2::PartialMatch(input.parameter.type, kBraces, &inner)) {
    const bool none = input.parameter.type.find("None") != std::string::npos;
    const std::string type = StrCat("one of ", inner, none ? " or None" : "");
    FromSentence(input, type, out);
    for (Constraint& c : out)
      if (c.sentence == type)
        c.sentence = StrCat(input.parameter.name, " (", input.parameter.type, ")");
    return;
  }
  for (const std::string& sentence : input.sentences) {
    const size_t before = out.size();
    FromSentence(input, sentence, out);
    if (out.size() > before) return;  // a second list speaks of something else
  }
}

}  // namespace assay::knowledge
