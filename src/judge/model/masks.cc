#include "judge/model/masks.h"

#include "judge/model/arguments.h"
#include "knowledge/text.h"
#include "program/parse/edit.h"

namespace assay::judge::model {
namespace {

using program::Call;
using program::Node;
using program::Program;
using program::Span;

void Add(const char* kind, const std::string& text, Span span, const std::string& filling,
         std::vector<Mask>& out) {
  const auto edited = program::ApplyEdits(text, {{span, filling}});
  if (edited.ok()) out.push_back({kind, *edited});
}

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement") ||
         node.is("future_import_statement");
}

// The name behind the last point of a call that is not the API's own.
std::optional<Span> OtherName(const Program& program, const std::string& api) {
  for (const Call& call : program.calls) {
    const size_t dot = call.written.rfind('.');
    if (call.api.empty() || call.api == api || call.decorator || dot == std::string::npos) continue;
    const auto length = static_cast<uint32_t>(call.written.size() - dot - 1);
    return Span{call.callee.end - length, call.callee.end};
  }
  return std::nullopt;
}

// From behind the imports to the statement that calls.
std::optional<Span> Prefix(const Program& program, Span home) {
  uint32_t begin = 0;
  bool any = false;
  for (const Node& node : program.tree.root().children()) {
    if (node.span().begin >= home.begin) break;
    if (IsImport(node))
      begin = node.span().end + 1;
    else
      any = true;
  }
  if (!any || begin >= home.begin) return std::nullopt;
  return Span{begin, home.begin};
}

}  // namespace

std::vector<Mask> MakeMasks(const std::string& text, const knowledge::ApiDoc& doc) {
  const Program program = program::ReadProgram(text);
  const auto calls = CallsOf(program, doc.name);
  std::vector<Mask> out;
  if (calls.empty() || !program.errors().empty()) return out;
  const Call& call = *calls.back();
  Span home;
  for (const Node& node : program.tree.root().children())
    if (node.span().begin <= call.span.begin && call.span.end <= node.span().end)
      home = node.span();
  const std::string hole(kHole);
  if (!call.arguments.empty()) Add("argument", text, call.arguments.back().span, hole, out);
  if (const auto name = OtherName(program, doc.name)) Add("method", text, *name, hole, out);
  if (const auto span = Prefix(program, home)) Add("prefix", text, *span, hole + "\n", out);
  Add("suffix", text, {home.end, static_cast<uint32_t>(text.size())}, "\n" + hole + "\n", out);
  return out;
}

std::optional<std::string> FillMask(const Mask& mask, const std::string& filling) {
  if (knowledge::IsBlank(filling)) return std::nullopt;
  std::string out = mask.program;
  const size_t at = out.find(kHole);
  if (at == std::string::npos) return std::nullopt;
  out.replace(at, kHole.size(), filling);
  if (!program::SyntaxTree::Parse(out).errors().empty()) return std::nullopt;
  return out;
}

}  // namespace assay::judge::model
