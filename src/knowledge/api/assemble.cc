#include "knowledge/api/assemble.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "knowledge/api/constraints/constraints.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

bool IsVariable(const Parameter& p) {
  return p.kind == "var-positional" || p.kind == "var-keyword";
}

bool TakesAnything(const std::vector<Parameter>& parameters) {
  return std::ranges::any_of(parameters, IsVariable);
}

Parameter* Find(std::vector<Parameter>& parameters, const std::string& name) {
  for (Parameter& parameter : parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

std::vector<Parameter> Overloaded(const std::vector<Signature>& signatures) {
  std::vector<Parameter> out;
  std::map<std::string, size_t> seen;
  for (const Signature& signature : signatures)
    for (const Parameter& parameter : signature.parameters) {
      ++seen[parameter.name];
      if (Find(out, parameter.name) == nullptr) out.push_back(parameter);
    }
  for (Parameter& parameter : out)
    if (seen[parameter.name] < signatures.size()) parameter.optional = true;
  return out;
}

// "int, optional" says two things.
bool DropOptional(std::string& type) {
  static const RE2 kOptional(R"((?i)(,\s*|\s+|^)\(?optional\)?\s*(,|$))");
  const bool found = RE2::Replace(&type, kOptional, R"(\2)");
  type = Squeeze(type);
  while (type.ends_with(',')) type.pop_back();
  if (type.starts_with(',')) type = Squeeze(type.substr(1));
  return found;
}

// The first line stands behind the name; the others keep only the depth that they have among each
// other.
std::string Flush(const std::string& description) {
  const std::string_view text = Trim(description);
  const size_t line = text.find('\n');
  if (line == std::string_view::npos) return std::string(text);
  return StrCat(text.substr(0, line + 1), Join(Dedent(Split(text.substr(line + 1), '\n')), "\n"));
}

void Describe(const Entry& entry, Parameter& parameter) {
  parameter.description = PlainMarkup(Flush(entry.description));
  std::string type = entry.type;
  static const RE2 kDefault(R"((?i),?\s*(?:default(?:s to)?\s*[:=]?)\s*([^,()]+)\s*$)");
  std::string written;
  if (RE2::PartialMatch(type, kDefault, &written)) {
    RE2::Replace(&type, kDefault, "");
    if (!parameter.default_value) parameter.default_value = Squeeze(written);
  }
  if (DropOptional(type)) parameter.optional = true;
  if (!type.empty()) parameter.type = type;
  if (!parameter.default_value && !IsVariable(parameter))
    parameter.default_value = DefaultInText(parameter.description);
  if (parameter.default_value) parameter.optional = true;
}

void AddUndeclared(const Entry& entry, bool open, std::vector<Parameter>& parameters) {
  if (!open || !IsIdentifier(entry.name)) return;
  Parameter parameter;
  parameter.name = entry.name;
  if (entry.keyword_only) parameter.kind = "keyword-only";
  // What goes through **kwargs need not be there.
  if (!parameters.empty()) parameter.optional = true;
  Describe(entry, parameter);
  parameters.push_back(std::move(parameter));
}

std::string SignatureLines(const std::vector<Signature>& signatures, std::string_view name) {
  std::vector<std::string> lines;
  for (const Signature& s : signatures)
    lines.push_back(SignatureText(name, s.parameters, s.returns));
  return Join(lines, "\n");
}

}  // namespace

std::optional<std::string> DefaultInText(const std::string& description) {
  // A value is a name, a number, a quoted text or a pair of those in parentheses. What "Default:
  // the last dimension" means is no value.
  static const RE2 kDefault(
      R"re((?i)\bdefaults?(?:\s+value)?(?:\s+is|\s+to|\s*[:=])?\s*:?\s*`?("[^"\n]*"|'[^'\n]*'|-?[0-9][\w.+-]*|True|False|None|-?inf|\([-\w., ]*\)|\[[-\w., ]*\]|torch\.\w+|tf\.\w+|jnp\.\w+|[a-z]\w*_\w+)`?\s*(?:[.,;)]|$))re");
  std::string out;
  if (!RE2::PartialMatch(Squeeze(description), kDefault, &out)) return std::nullopt;
  while (out.ends_with('.')) out.pop_back();
  return out;
}

void Assemble(const std::vector<Signature>& signatures, const Docstring& docstring, ApiDoc& doc) {
  doc.parameters = Overloaded(signatures);
  doc.signature = SignatureLines(signatures, LastPart(doc.name));
  doc.documents_parameters = docstring.has_parameter_section || !doc.parameters.empty();
  const bool open = signatures.empty() || TakesAnything(doc.parameters);
  for (const Entry& entry : docstring.parameters)
    if (Parameter* known = Find(doc.parameters, entry.name))
      Describe(entry, *known);
    else
      AddUndeclared(entry, open, doc.parameters);
  doc.text = docstring.text;
  doc.returns = PlainMarkup(docstring.returns);
  if (doc.returns.empty() && !signatures.empty()) doc.returns = signatures[0].returns;
  doc.raises = docstring.raises;
  doc.notes = docstring.notes;
  doc.examples = docstring.examples;
  doc.deprecated = docstring.deprecated;
  FindConstraints(doc);
}

void FollowReferences(std::vector<ApiDoc>& docs) {
  static const RE2 kSee(
      R"(^(?:In-place version of|Out-of-place version of|See|Alias (?:of|for)|Equivalent to)\s+`?([\w.]+)(?:\(\))?`?)");
  std::map<std::string, const ApiDoc*> by_name;
  const std::vector<ApiDoc> before = docs;
  for (const ApiDoc& doc : before) {
    by_name[doc.name] = &doc;
    for (const std::string& alias : doc.aliases) by_name.emplace(alias, &doc);
  }
  for (ApiDoc& doc : docs) {
    std::string other;
    if (!RE2::PartialMatch(Squeeze(doc.text), kSee, &other)) continue;
    auto found = by_name.find(other);
    // "In-place version of `abs`" means its neighbour.
    if (found == by_name.end())
      found = by_name.find(doc.name.substr(0, doc.name.rfind('.') + 1) + other);
    if (found == by_name.end() || found->second->name == doc.name) continue;
    for (Parameter& parameter : doc.parameters) {
      const Parameter* twin = FindParameter(*found->second, parameter.name);
      if (twin == nullptr || !parameter.description.empty()) continue;
      parameter.description = twin->description;
      if (parameter.type.empty()) parameter.type = twin->type;
    }
    FindConstraints(doc);
  }
}

}  // namespace assay::knowledge
