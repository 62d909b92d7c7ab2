#include "judge/model/variant.h"

#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "judge/model/arguments.h"
#include "knowledge/text.h"

namespace assay::judge::model {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

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

bool CanChange(const Parameter& parameter) {
  return parameter.name != "self" && parameter.name != "out" &&
         (parameter.default_value || parameter.optional) && !parameter.kind.starts_with("var-") &&
         parameter.kind != "positional-only" && !parameter.description.empty();
}

}  // namespace

std::optional<Variant> MakeVariant(const std::string& text, const knowledge::ApiDoc& doc) {
  const program::Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  if (calls.size() != 1) return std::nullopt;
  const BoundArguments bound = BindArguments(*calls[0], doc);
  for (const Parameter& parameter : doc.parameters) {
    if (!CanChange(parameter)) continue;
    for (const std::string& value : Values(parameter, Now(parameter, bound)))
      if (auto changed = WithArgument(text, doc, parameter.name, value))
        return Variant{parameter.name, value, std::move(*changed)};
  }
  return std::nullopt;
}

std::string ParameterToChange(const std::string& text, const knowledge::ApiDoc& doc) {
  if (const auto variant = MakeVariant(text, doc)) return variant->parameter;
  for (const Parameter& parameter : doc.parameters)
    if (CanChange(parameter)) return parameter.name;
  return "";
}

}  // namespace assay::judge::model
