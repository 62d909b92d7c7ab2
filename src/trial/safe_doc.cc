#include "trial/safe_doc.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/syntax.h"

namespace assay::trial {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;
using nlohmann::json;

constexpr size_t kShown = 60;  // characters of a name that is none

bool IsControl(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

bool IsDottedName(const std::string& text) {
  const std::vector<std::string> parts = Split(text, '.');
  return std::ranges::all_of(parts,
                             [](const std::string& part) { return knowledge::IsIdentifier(part); });
}

std::string Shown(const std::string& text) {
  return json(text.substr(0, kShown)).dump(-1, ' ', true, json::error_handler_t::replace);
}

// One expression and nothing else: no statement, no comment, no second line.
bool IsExpression(const std::string& text) {
  if (std::ranges::any_of(text, IsControl)) return false;
  const program::SyntaxTree tree = program::SyntaxTree::Parse(text);
  const auto statements = tree.root().children();
  return tree.errors().empty() && statements.size() == 1 &&
         statements[0].is("expression_statement") && statements[0].children().size() == 1 &&
         statements[0].text().size() == text.size() &&
         !statements[0].children()[0].is("assignment");
}

bool CanBeQuoted(const std::string& text) {
  return std::ranges::none_of(text, [](char c) { return IsControl(c) || c == '\'' || c == '\\'; });
}

// The members that can be written between quotes.
void KeepPlainMembers(Constraint& constraint) {
  const json members = json::parse(constraint.normal, nullptr, false);
  json kept = json::array();
  if (members.is_array())
    for (const json& member : members)
      if (!member.is_structured() && (!member.is_string() || CanBeQuoted(member)))
        kept.push_back(member);
  constraint.normal = kept.dump();
}

}  // namespace

Status CheckNames(const knowledge::ApiDoc& doc) {
  if (!IsDottedName(doc.name))
    return Invalid(StrCat("the name ", Shown(doc.name), " is not a name of Python"));
  for (size_t i = 0; i < doc.parameters.size(); ++i)
    if (!knowledge::IsIdentifier(doc.parameters[i].name))
      return Invalid(StrCat(doc.name, ": parameters[", i, "].name, ", Shown(doc.parameters[i].name),
                            ", is not a name of Python"));
  return {};
}

void MakeSafe(knowledge::ApiDoc& doc) {
  for (Parameter& parameter : doc.parameters) {
    // It may still be left out: only what it is then is not known.
    if (parameter.default_value && !IsExpression(*parameter.default_value)) {
      parameter.default_value.reset();
      parameter.optional = true;
    }
    for (Constraint& constraint : parameter.constraints)
      if (constraint.kind == "enum") KeepPlainMembers(constraint);
    std::erase_if(parameter.constraints, [](const Constraint& constraint) {
      return constraint.kind != "enum" && !CanBeQuoted(constraint.normal) &&
             constraint.normal.find_first_of("\\\n\r") != std::string::npos;
    });
  }
}

}  // namespace assay::trial
