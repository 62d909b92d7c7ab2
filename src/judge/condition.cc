#include "judge/condition.h"

#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "judge/trial_names.h"

namespace assay::judge {
namespace {

using knowledge::ApiDoc;
using knowledge::Parameter;

// The constants that `text` lists: 0, True, None, 'linear'. Empty when there is anything else in
// it.
std::vector<std::string> Constants(const std::string& text) {
  static const RE2 kConstant(
      R"(^\s*(?:,|or|and|either|one of|set to|equal to)?\s*`?('[^'\\\n]*'|"[^"\\\n]*"|-?\d+(?:\.\d+)?|True|False|None|true|false|none|zero)`?)");
  std::vector<std::string> out;
  re2::StringPiece rest(text);
  std::string value;
  while (RE2::Consume(&rest, kConstant, &value)) {
    if (value == "true" || value == "false" || value == "none")
      value[0] = static_cast<char>(value[0] - 'a' + 'A');
    out.push_back(value == "zero" ? "0" : value);
  }
  static const RE2 kEnd(R"(^[\s.,]*$)");
  if (!RE2::FullMatch(rest, kEnd)) return {};
  return out;
}

// All values that `parameter` may have; empty when they cannot be listed.
std::vector<std::string> AllValues(const Parameter& parameter) {
  for (const knowledge::Constraint& c : parameter.constraints) {
    if (c.kind == "enum") {
      std::vector<std::string> out;
      for (const auto& value : nlohmann::json::parse(c.normal, nullptr, false))
        out.push_back(value.is_string() ? StrCat("'", value.get<std::string>(), "'")
                      : value.is_null() ? "None"
                                        : value.dump());
      return out;
    }
    if (c.kind == "type" && c.normal == "bool") return {"True", "False"};
  }
  return {};
}

std::vector<std::string> Others(const std::vector<std::string>& all,
                                const std::vector<std::string>& without) {
  std::vector<std::string> out;
  for (const std::string& value : all)
    if (std::ranges::none_of(without, [&](const std::string& w) { return SameText(w, value); }))
      out.push_back(value);
  return out;
}

}  // namespace

namespace {

// A legal value that is not None; "" when there is no telling.
std::string AnyValue(const Parameter& parameter) {
  for (const knowledge::Constraint& c : parameter.constraints) {
    if (c.kind != "type") continue;
    if (c.normal.starts_with("float") || c.normal.starts_with("number")) return "0.5";
    if (c.normal.starts_with("int")) return "2";
    if (c.normal.starts_with("bool")) return "True";
  }
  return "";
}

// Conditions that are not of the form "`p` is VALUE": "`period` is specified", "`momentum` is
// non-zero", "`num_workers > 0`".
std::vector<std::string> OtherForms(const std::string& word, const std::string& clause,
                                    const ApiDoc& doc, std::string& name) {
  static const RE2 kGiven(
      R"(^`?(\w+)`? (?:is|was) (?:specified|set|given|provided|not `?None`?)$)");
  static const RE2 kNonZero(R"(^`?(\w+)`? (?:is (?:non-?zero|not (?:0|zero))|!= 0)`?$)");
  static const RE2 kAbove(R"(^`?(\w+)`? > (-?\d+)`?$)");
  std::string bound;
  if (RE2::FullMatch(clause, kNonZero, &name)) {
    if (word == "unless") return {"0"};
  } else if (RE2::FullMatch(clause, kAbove, &name, &bound)) {
    if (word == "unless") return {bound};
  } else if (RE2::FullMatch(clause, kGiven, &name)) {
    const Parameter* parameter = knowledge::FindParameter(doc, name);
    if (parameter == nullptr) return {};
    if (word == "unless") return {"None"};
    if (const std::string value = AnyValue(*parameter); !value.empty()) return {value};
  }
  return {};
}

}  // namespace

std::optional<Condition> ReadCondition(const knowledge::Constraint& constraint, const ApiDoc& doc) {
  static const RE2 kClause(
      R"(^ignored (if|when|unless) `?([A-Za-z_]\w*)`?(?: is | are | equals | ?==? ?)(not )?(.+)$)");
  static const RE2 kAny(R"(^ignored (if|when|unless) (.+)$)");
  std::string word, name, negated, values, clause;
  if (RE2::FullMatch(constraint.normal, kAny, &word, &clause)) {
    const std::vector<std::string> found = OtherForms(word, clause, doc, name);
    if (!found.empty() && name != constraint.parameter &&
        knowledge::FindParameter(doc, name) != nullptr)
      return Condition{name, found};
  }
  if (!RE2::FullMatch(constraint.normal, kClause, &word, &name, &negated, &values))
    return std::nullopt;
  const Parameter* parameter = knowledge::FindParameter(doc, name);
  if (parameter == nullptr || name == constraint.parameter) return std::nullopt;
  Condition out{name, Constants(values)};
  if (out.values.empty()) return std::nullopt;
  if ((word == "unless") != !negated.empty()) {
    out.values = Others(AllValues(*parameter), out.values);
    if (out.values.empty()) return std::nullopt;
  }
  return out;
}

}  // namespace assay::judge
