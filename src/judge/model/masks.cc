#include "judge/model/masks.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "judge/model/arguments.h"
#include "knowledge/text.h"
#include "program/parse/edit.h"

namespace assay::judge::model {
namespace {

using program::Call;
using program::Edit;
using program::Node;
using program::Program;
using program::Span;

// What an operator looks at.
struct Place {
  const std::string& text;
  const Program& program;
  const knowledge::ApiDoc& doc;
  const Call& call;  // of the API
  Span home;         // the statement at the top that it stands in
  Rng& rng;
};
using Edits = std::optional<std::vector<Edit>>;

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement") ||
         node.is("future_import_statement");
}

// Functions that take what nothing else takes: data as Python writes it, or a setting of the run.
bool HasOnlyOneName(const Call& call) {
  constexpr std::array<std::string_view, 10> kSettings = {
      "manual_seed",      "seed",       "set_seed", "PRNGKey", "key", "no_grad",
      "set_printoptions", "enable_x64", "update",   "backward"};
  const std::string name(knowledge::LastPart(call.written));
  if (std::ranges::find(kSettings, name) != kSettings.end()) return true;
  if (call.arguments.empty()) return false;
  const std::string& first = call.arguments.front().text;
  constexpr std::string_view kData = "[{'\"";
  return !first.empty() && kData.find(first[0]) != std::string_view::npos;
}

// The name behind the last point of a call that is not the API's own.
Edits MaskMethod(const Place& place) {
  std::vector<Span> names;
  for (const Call& call : place.program.calls) {
    const size_t dot = call.written.rfind('.');
    if (call.api.empty() || call.api == place.doc.name || call.decorator ||
        dot == std::string::npos || HasOnlyOneName(call))
      continue;
    const auto length = static_cast<uint32_t>(call.written.size() - dot - 1);
    names.push_back({call.callee.end - length, call.callee.end});
  }
  if (names.empty()) return std::nullopt;
  return {{{place.rng.Pick(std::span<const Span>(names)), std::string(kHole)}}};
}

Edits MaskArgument(const Place& place) {
  if (place.call.arguments.empty()) return std::nullopt;
  const auto& argument = place.rng.Pick(std::span<const program::Argument>(place.call.arguments));
  if (argument.keyword.starts_with('*')) return std::nullopt;
  return {{{argument.span, std::string(kHole)}}};
}

// Only where the documentation has a parameter that is not passed yet.
Edits MaskKeyword(const Place& place) {
  const BoundArguments bound = BindArguments(place.call, place.doc);
  const bool more = std::ranges::any_of(place.doc.parameters, [&](const auto& parameter) {
    return parameter.name != "self" && !parameter.kind.starts_with("var-") &&
           parameter.kind != "positional-only" && !bound.texts.contains(parameter.name);
  });
  if (!more) return std::nullopt;
  const uint32_t end = place.call.span.end - 1;  // before the parenthesis
  return {{{{end, end}, StrCat(place.call.arguments.empty() ? "" : ", ", kHole)}}};
}

// From behind the imports to the statement that calls.
std::optional<Span> Before(const Place& place) {
  uint32_t begin = 0;
  bool any = false;
  for (const Node& node : place.program.tree.root().children()) {
    if (node.span().begin >= place.home.begin) break;
    if (IsImport(node))
      begin = node.span().end + 1;
    else
      any = true;
  }
  if (!any || begin >= place.home.begin) return std::nullopt;
  return Span{begin, place.home.begin};
}

Span Arguments(const Place& place) { return {place.call.callee.end + 1, place.call.span.end - 1}; }

Edits MaskPrefix(const Place& place) {
  const auto span = Before(place);
  if (!span) return std::nullopt;
  return {{{*span, StrCat(kHole, "\n")}}};
}

Edits MaskPrefixArgument(const Place& place) {
  const auto span = Before(place);
  if (!span || place.call.arguments.empty()) return std::nullopt;
  return {{{*span, StrCat(kHole, "\n")}, {Arguments(place), std::string(kHole)}}};
}

Edit Behind(const Place& place) {
  return {{place.home.end, static_cast<uint32_t>(place.text.size())}, StrCat("\n", kHole, "\n")};
}

Edits MaskSuffix(const Place& place) { return {{Behind(place)}}; }

Edits MaskSuffixArgument(const Place& place) {
  if (place.call.arguments.empty()) return std::nullopt;
  return {{{Arguments(place), std::string(kHole)}, Behind(place)}};
}

struct Operator {
  std::string_view name;
  Edits (*make)(const Place&);
};
constexpr Operator kOperators[] = {
#define OPERATOR(name, make) {name, make},
#include "judge/model/operators.def"
#undef OPERATOR
};
constexpr std::string_view kNames[] = {
#define OPERATOR(name, make) name,
#include "judge/model/operators.def"
#undef OPERATOR
};

}  // namespace

std::span<const std::string_view> MaskOperators() { return kNames; }

std::optional<Mask> MakeMask(std::string_view kind, const std::string& text,
                             const knowledge::ApiDoc& doc, Rng& rng) {
  const Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  if (calls.empty() || !program.errors().empty()) return std::nullopt;
  const Call& call = *calls.back();
  Span home;
  for (const Node& node : program.tree.root().children())
    if (node.span().begin <= call.span.begin && call.span.end <= node.span().end)
      home = node.span();
  for (const Operator& one : kOperators) {
    if (one.name != kind) continue;
    const Edits edits = one.make({text, program, doc, call, home, rng});
    if (!edits) return std::nullopt;
    const auto masked = program::ApplyEdits(text, *edits);
    return masked.ok() ? std::optional(Mask{std::string(kind), *masked}) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> FillMask(const Mask& mask, const std::string& filling) {
  if (knowledge::IsBlank(filling)) return std::nullopt;
  std::string out = mask.program;
  size_t at = out.find(kHole);
  if (at == std::string::npos) return std::nullopt;
  const bool two = out.find(kHole, at + 1) != std::string::npos;
  const size_t parting = filling.find(kHole);
  if (two != (parting != std::string::npos)) return std::nullopt;
  std::string first = filling, second;
  if (two) {
    first = std::string(Trim(filling.substr(0, parting)));
    second = std::string(Trim(filling.substr(parting + kHole.size())));
  }
  out.replace(at, kHole.size(), first);
  at = out.find(kHole, at + first.size());
  if (two) out.replace(at, kHole.size(), second);
  if (!program::SyntaxTree::Parse(out).errors().empty()) return std::nullopt;
  return out;
}

}  // namespace assay::judge::model
