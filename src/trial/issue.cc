#include "trial/issue.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"

namespace assay::trial {
namespace {

using program::Call;
using program::Node;
using program::Program;

// The top statement that a call stands in; not present when it is nested in another statement.
Node HomeOf(const Program& program, const Call& call) {
  for (const Node& statement : program.tree.root().children()) {
    const program::Span span = statement.span();
    if (call.span.begin < span.begin || call.span.end > span.end) continue;
    const bool plain = statement.is("expression_statement") || statement.is("assert_statement") ||
                       statement.is("print_statement");
    return plain ? statement : Node();
  }
  return {};
}

// "x" of "x.addmm" for methods.
std::string ReceiverOf(const Call& call) {
  const size_t dot = call.written.rfind('.');
  return dot == std::string::npos ? "" : call.written.substr(0, dot);
}

std::optional<ApiCall> OwnCall(const Program& program, const Call& call,
                               const knowledge::ApiDoc& doc) {
  const Node home = HomeOf(program, call);
  if (!home.present() || call.decorator) return std::nullopt;
  ApiCall out{.source = "issue"};
  for (const Node& statement : program.tree.root().children()) {
    if (statement.span().begin >= home.span().begin) break;
    if (!statement.is("comment")) out.setup.emplace_back(statement.text());
  }
  if (doc.kind == "method") out.receiver = ReceiverOf(call);
  size_t position = 0;
  for (const program::Argument& argument : call.arguments) {
    if (argument.keyword.starts_with('*')) return std::nullopt;
    if (!argument.keyword.empty()) {
      out.arguments.push_back({argument.keyword, argument.text, true, "", {}});
      continue;
    }
    while (position < doc.parameters.size() && doc.parameters[position].name == "self") ++position;
    const bool named =
        position < doc.parameters.size() && doc.parameters[position].kind.starts_with("positional");
    out.arguments.push_back(
        {named ? doc.parameters[position].name : "", argument.text, false, "", {}});
    ++position;
  }
  return out;
}

bool IsTool(const std::string& api) {
  constexpr std::string_view kTools[] = {
#define TOOL(name) name,
#include "trial/issue_tools.def"
#undef TOOL
  };
  return std::ranges::find(kTools, knowledge::LastPart(api)) != std::end(kTools);
}

}  // namespace

std::string WithoutComments(const std::string& text) {
  const program::SyntaxTree tree = program::SyntaxTree::Parse(text);
  std::vector<program::Edit> edits;
  tree.Walk([&](const Node& node) {
    if (node.is("comment")) edits.push_back({node.span(), ""});
    return true;
  });
  const auto out = program::ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

std::string ProgramOfReport(const std::string& text) {
  std::string out;
  bool inside = false, found = false;
  for (const std::string& line : Split(text, '\n')) {
    const size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && std::string_view(line).substr(first).starts_with("```")) {
      if (inside) return out;
      inside = found = true;
      continue;
    }
    if (inside) out += line + "\n";
  }
  return found ? out : text;
}

std::vector<IssueCall> DocumentedCalls(const std::string& text, const knowledge::ApiBase& base) {
  const Program program = program::ReadProgram(text);
  std::vector<const Call*> calls;
  for (const Call& call : program.calls)
    if (!call.api.empty()) calls.push_back(&call);
  // Inner calls come before outer ones, and the outer one is what the line is about.
  std::ranges::stable_sort(calls, [](const Call* a, const Call* b) { return a->line < b->line; });
  std::vector<IssueCall> out;
  for (const Call* call : calls)
    if (const knowledge::ApiDoc* doc = knowledge::FindDoc(base, call->api); doc != nullptr)
      out.push_back({doc, call->line, OwnCall(program, *call, *doc)});
  return out;
}

const IssueCall* Suspect(const std::vector<IssueCall>& calls, int failing_line) {
  const IssueCall *any = nullptr, *subject = nullptr, *failing = nullptr;
  for (const IssueCall& call : calls) {
    any = &call;
    if (IsTool(call.doc->name)) continue;
    subject = &call;
    if (failing_line > 0 && call.line == failing_line) failing = &call;
  }
  return failing != nullptr ? failing : subject != nullptr ? subject : any;
}

}  // namespace assay::trial
