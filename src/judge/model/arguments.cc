#include "judge/model/arguments.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "program/parse/edit.h"

namespace assay::judge::model {
namespace {

using program::Argument;
using program::Call;

// The names that positions stand for.
std::vector<std::string> Positions(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out;
  for (const knowledge::Parameter& parameter : doc.parameters) {
    if (parameter.name == "self") continue;
    if (parameter.kind != "positional" && parameter.kind != "positional-only") break;
    out.push_back(parameter.name);
  }
  return out;
}

bool Spreads(const Call& call) {
  return std::ranges::any_of(call.arguments,
                             [](const Argument& a) { return a.keyword.starts_with('*'); });
}

}  // namespace

std::vector<const Call*> CallsOf(const program::Program& program, const std::string& api) {
  std::vector<const Call*> out;
  for (const Call& call : program.calls)
    if (call.api == api && !call.decorator) out.push_back(&call);
  std::ranges::stable_sort(
      out, [](const Call* a, const Call* b) { return a->span.begin < b->span.begin; });
  return out;
}

BoundArguments BindArguments(const Call& call, const knowledge::ApiDoc& doc) {
  const std::vector<std::string> names = Positions(doc);
  BoundArguments out;
  size_t position = 0;
  for (const Argument& argument : call.arguments) {
    std::string name = argument.keyword;
    if (name.empty()) {
      name = position < names.size() ? names[position] : StrCat("#", position);
      ++position;
    }
    if (!out.texts.emplace(name, argument.text).second) out.twice = name;
  }
  return out;
}

std::optional<std::string> WithArgument(const std::string& text, const knowledge::ApiDoc& doc,
                                        const std::string& parameter, const std::string& value) {
  const program::Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  if (calls.size() != 1 || Spreads(*calls[0])) return std::nullopt;
  const Call& call = *calls[0];
  const std::vector<std::string> names = Positions(doc);
  size_t position = 0;
  for (const Argument& argument : call.arguments) {
    std::string name = argument.keyword;
    if (name.empty() && position < names.size()) name = names[position];
    if (argument.keyword.empty()) ++position;
    if (name != parameter) continue;
    const auto out = program::ApplyEdits(text, {{argument.span, value}});
    return out.ok() ? std::optional(*out) : std::nullopt;
  }
  const uint32_t end = call.span.end - 1;  // before the parenthesis
  const auto out = program::ApplyEdits(
      text, {{{end, end}, StrCat(call.arguments.empty() ? "" : ", ", parameter, "=", value)}});
  return out.ok() ? std::optional(*out) : std::nullopt;
}

std::string Dense(std::string_view text) {
  std::string out;
  char quote = 0;
  for (const char c : text) {
    const bool mark = c == '"' || c == '\'';
    if (mark && quote == 0)
      quote = c;
    else if (mark && c == quote)
      quote = 0;
    if (quote != 0 || std::isspace(static_cast<unsigned char>(c)) == 0) out += mark ? '\'' : c;
  }
  return out;
}

}  // namespace assay::judge::model
