#include "casebook/cut.h"

#include <algorithm>

namespace assay::casebook {
namespace {

using program::Edit;

int Newlines(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

// Where line `line` begins, in bytes.
size_t StartOf(const std::string& text, int line) {
  size_t at = 0;
  for (int i = 1; i < line && at != std::string::npos; ++i) {
    const size_t newline = text.find('\n', at);
    if (newline == std::string::npos) return text.size();
    at = newline + 1;
  }
  return at;
}

}  // namespace

Result<Cut> Apply(const Cut& cut, const std::vector<Edit>& edits) {
  Cut out;
  ASSAY_ASSIGN(out.text, program::ApplyEdits(cut.text, edits));
  if (cut.claim_line == 0) return out;
  const size_t claim = StartOf(cut.text, cut.claim_line);
  out.claim_line = cut.claim_line;
  for (const Edit& edit : edits) {
    if (edit.span.begin >= claim) continue;
    // What an edit takes away of the lines before the claim, and what it puts there.
    const size_t end = std::min<size_t>(edit.span.end, claim);
    out.claim_line += Newlines(edit.text) - Newlines(std::string_view(cut.text).substr(
                                                edit.span.begin, end - edit.span.begin));
  }
  return out;
}

size_t CountStatements(const program::SyntaxTree& tree, bool definitions) {
  size_t count = 0;
  tree.Walk(
      [&](const program::Node& node) {
        if (!definitions && (node.is("function_definition") || node.is("class_definition")))
          return false;
        if (!node.parent().is("module") && !node.parent().is("block")) return true;
        count += node.is("comment") ? 0 : 1;
        return true;
      },
      [](const program::Node&) {});
  return count;
}

}  // namespace assay::casebook
