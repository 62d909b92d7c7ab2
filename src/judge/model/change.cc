#include "judge/model/change.h"

#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/strings.h"
#include "judge/model/arguments.h"
#include "knowledge/text.h"
#include "program/parse/edit.h"

namespace assay::judge::model {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

using program::Call;
using program::Node;
using program::Program;

std::set<std::string> ImportsOf(const Program& program) {
  std::set<std::string> out;
  for (const program::Import& import : program.imports)
    out.insert(StrCat(import.full, " as ", import.local));
  return out;
}

// The statements at the top, each dense, and the arguments of `call` blanked.
std::vector<std::string> Statements(const Program& program, const Call& call) {
  std::vector<std::string> out;
  const std::string& text = program.tree.text();
  for (const Node& statement : program.tree.root().children()) {
    if (statement.is("comment")) continue;
    const program::Span span = statement.span();
    if (call.span.begin < span.begin || call.span.end > span.end)
      out.push_back(Dense(statement.text()));
    else
      out.push_back(Dense(StrCat(text.substr(span.begin, call.callee.end - span.begin), "()",
                                 text.substr(call.span.end, span.end - call.span.end))));
  }
  return out;
}

// "x=" of "x=torch.ones(2)"; "" when it is no plain assignment.
std::string AssignedPart(const std::string& dense) {
  const size_t equals = dense.find('=');
  if (equals == std::string::npos || equals + 1 >= dense.size() || dense[equals + 1] == '=')
    return "";
  return dense.substr(0, equals + 1);
}

// The calls are the same: then the assignment of the variable that is passed must be the only
// statement that differs.
ChangeCheck CheckAssignment(const std::vector<std::string>& before,
                            const std::vector<std::string>& after, const std::string& argument) {
  if (before.size() != after.size())
    return {"changed-more-or-less", "statements were added or taken away", "", ""};
  ChangeCheck out{"no-change", "no argument differs", "", ""};
  size_t differing = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] == after[i]) continue;
    ++differing;
    const std::string part = AssignedPart(before[i]);
    if (part.empty() || part != AssignedPart(after[i]) || part != Dense(argument) + "=")
      return {"changed-more-or-less", "another statement was changed: " + after[i], "", ""};
    out = {"", "", before[i].substr(part.size()), after[i].substr(part.size())};
  }
  if (differing > 1) return {"changed-more-or-less", "several statements were changed", "", ""};
  return out;
}

ChangeCheck CheckArguments(const Program& original, const Program& changed, const Call& before,
                           const Call& after, const knowledge::ApiDoc& doc,
                           const std::string& parameter) {
  const BoundArguments old_ones = BindArguments(before, doc), new_ones = BindArguments(after, doc);
  if (!new_ones.twice.empty())
    return {"existed-parameter-added", StrCat("`", new_ones.twice, "` is passed twice"), "", ""};
  std::set<std::string> names, differing;
  for (const auto& [name, text] : old_ones.texts) names.insert(name);
  for (const auto& [name, text] : new_ones.texts) names.insert(name);
  const auto value = [](const BoundArguments& bound, const std::string& name) {
    const auto found = bound.texts.find(name);
    return found == bound.texts.end() ? std::string() : found->second;
  };
  for (const std::string& name : names)
    if (Dense(value(old_ones, name)) != Dense(value(new_ones, name))) differing.insert(name);
  const auto old_rest = Statements(original, before), new_rest = Statements(changed, after);
  if (differing.empty()) return CheckAssignment(old_rest, new_rest, value(new_ones, parameter));
  if (differing.size() > 1 || !differing.contains(parameter))
    return {
        "changed-more-or-less",
        StrCat("`", parameter, "` was to be changed, but it was `", Join(differing, "`, `"), "`"),
        "", ""};
  if (old_rest != new_rest)
    return {"changed-more-or-less", "something besides the argument was changed", "", ""};
  return {"", "", value(old_ones, parameter), value(new_ones, parameter)};
}

// The API must be called once, or nothing can be said of "its" parameter.
std::string CallLabel(size_t calls) {
  return calls == 0 ? "no-this-api" : calls > 1 ? "multi-api" : "";
}

// Members of an enumeration, as Python texts.
std::vector<std::string> Members(const Parameter& parameter) {
  std::vector<std::string> out;
  for (const Constraint& constraint : parameter.constraints) {
    if (constraint.kind != "enum") continue;
    const auto members = nlohmann::json::parse(constraint.normal, nullptr, false);
    if (!members.is_array()) continue;
    for (const auto& member : members)
      out.push_back(member.is_string() ? StrCat("'", member.get<std::string>(), "'")
                                       : member.dump());
  }
  return out;
}

std::string TypeOf(const Parameter& parameter) {
  for (const Constraint& constraint : parameter.constraints)
    if (constraint.kind == "type") return constraint.normal;
  return Lower(parameter.type);
}

// Values to try in place of `now`, the likeliest to make a difference first.
std::vector<std::string> Values(const Parameter& parameter, const std::string& now) {
  std::vector<std::string> out = Members(parameter);
  const std::string type = TypeOf(parameter);
  const auto has = [&](const char* word) { return type.find(word) != std::string::npos; };
  if (now == "True" || now == "False" || has("bool")) {
    out.insert(out.end(), {"True", "False"});
  } else if (out.empty() && (has("float") || has("number") || has("int"))) {
    // Two and three times what most calls have.
    out.insert(out.end(), {"0", "2", "3"});
  }
  std::erase_if(out, [&](const std::string& value) { return Dense(value) == Dense(now); });
  return out;
}

// What the call passes now, or the default.
std::string Now(const Parameter& parameter, const BoundArguments& bound) {
  const auto passed = bound.texts.find(parameter.name);
  return passed != bound.texts.end() ? passed->second : parameter.default_value.value_or("");
}

// Whether the documentation forbids `parameter` beside one that is passed, in a sentence that names
// both. One that is passed already may be changed.
bool IsExcluded(const knowledge::ApiDoc& doc, const std::string& parameter,
                const BoundArguments& bound) {
  static const RE2 kEither(
      R"((?i)\beither\b|mutually exclusive|\bexclusive\b|only one of|exactly one|not both|cannot both|can't both|cannot be (?:used|specified|given|set) (?:with|together)|instead of|one of (?:the two|these)|incompatible)");
  if (bound.texts.contains(parameter)) return false;
  std::vector<std::string> sentences = knowledge::Sentences(doc.text);
  for (const std::vector<std::string>& more : {doc.notes, doc.raises})
    sentences.insert(sentences.end(), more.begin(), more.end());
  for (const Parameter& one : doc.parameters)
    for (const std::string& sentence : knowledge::Sentences(one.description))
      sentences.push_back(StrCat(one.name, ": ", sentence));
  const auto names = [](const std::string& sentence, const std::string& name) {
    return RE2::PartialMatch(sentence, StrCat(R"((?:^|\W))", RE2::QuoteMeta(name), R"((?:\W|$))"));
  };
  for (const std::string& sentence : sentences) {
    if (!RE2::PartialMatch(sentence, kEither) || !names(sentence, parameter)) continue;
    for (const auto& [passed, text] : bound.texts)
      if (passed != parameter && text != "None" && names(sentence, passed)) return true;
  }
  return false;
}

// Parameters by which the same size is given in two ways; documentation often leaves it at the
// message of the error.
bool IsOtherWay(const std::string& parameter, const BoundArguments& bound) {
  constexpr std::pair<const char*, const char*> kWays[] = {{"size", "scale_factor"},
                                                           {"lengths", "offsets"}};
  if (bound.texts.contains(parameter)) return false;
  for (const auto& [a, b] : kWays)
    if ((parameter == a && bound.texts.contains(b)) || (parameter == b && bound.texts.contains(a)))
      return true;
  return false;
}

bool CanChange(const Parameter& parameter) {
  return parameter.name != "self" && parameter.name != "out" &&
         (parameter.default_value || parameter.optional) && !parameter.kind.starts_with("var-") &&
         parameter.kind != "positional-only" && !parameter.description.empty();
}

}  // namespace

ChangeCheck CheckChange(const std::string& original, const std::string& changed,
                        const knowledge::ApiDoc& doc, const std::string& parameter,
                        const std::string& value) {
  const Program before = program::ReadProgram(original), after = program::ReadProgram(changed);
  const auto old_calls = CallsOf(before, doc.name);
  if (const std::string label = CallLabel(old_calls.size()); !label.empty())
    return {label, StrCat("the original calls it ", old_calls.size(), " times"), "", ""};
  if (!after.errors().empty())
    return {"messy-codes", StrCat("no Python: ", after.errors()[0].message), "", ""};
  if (program::DedupKey(before.tree) == program::DedupKey(after.tree))
    return {"no-change", "the new program is the old one", "", ""};
  if (ImportsOf(before) != ImportsOf(after))
    return {"import-deleted-or-added", "the imports differ", "", ""};
  const auto new_calls = CallsOf(after, doc.name);
  if (const std::string label = CallLabel(new_calls.size()); !label.empty())
    return {label, StrCat("the new program calls it ", new_calls.size(), " times"), "", ""};
  ChangeCheck out = CheckArguments(before, after, *old_calls[0], *new_calls[0], doc, parameter);
  if (out.label.empty() && !value.empty() && Dense(value) != Dense(out.after))
    return {"change-but-dismatch", StrCat("said to be ", value, ", but it is ", out.after), "", ""};
  return out;
}

std::optional<Variant> MakeVariant(const std::string& text, const knowledge::ApiDoc& doc) {
  const program::Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  if (calls.size() != 1) return std::nullopt;
  const BoundArguments bound = BindArguments(*calls[0], doc);
  for (const Parameter& parameter : doc.parameters) {
    if (!CanChange(parameter) || IsExcluded(doc, parameter.name, bound) ||
        IsOtherWay(parameter.name, bound))
      continue;
    for (const std::string& value : Values(parameter, Now(parameter, bound)))
      if (auto changed = WithArgument(text, doc, parameter.name, value))
        return Variant{parameter.name, value, std::move(*changed)};
  }
  return std::nullopt;
}

std::string ParameterToChange(const std::string& text, const knowledge::ApiDoc& doc) {
  if (const auto variant = MakeVariant(text, doc)) return variant->parameter;
  const program::Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  if (calls.size() != 1) return "";
  const BoundArguments bound = BindArguments(*calls[0], doc);
  for (const Parameter& parameter : doc.parameters)
    if (CanChange(parameter) && !IsExcluded(doc, parameter.name, bound) &&
        !IsOtherWay(parameter.name, bound))
      return parameter.name;
  return "";
}

}  // namespace assay::judge::model
