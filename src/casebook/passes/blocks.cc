// with c:        ==>  a
//     a               b
//     b
#include <algorithm>

#include "base/strings.h"
#include "casebook/passes.h"

namespace assay::casebook {
namespace {

using program::Node;

// The block's lines as they stand one level further out.
std::string Dedented(const View& view, const Node& block, int column) {
  const int inner = block.children().empty() ? block.column() : block.children()[0].column();
  const size_t drop = static_cast<size_t>(std::max(0, inner - column));
  const program::Span span = block.span();
  std::string out;
  bool first = true;
  for (const std::string& line :
       Split(std::string_view(view.text()).substr(span.begin, span.end - span.begin), '\n')) {
    const size_t blank = std::min(line.find_first_not_of(' '), line.size());
    out += (first ? "" : "\n") + (first ? line : line.substr(std::min(drop, blank)));
    first = false;
  }
  return out;
}

}  // namespace

std::vector<Proposal> ProposeBlocks(const View& view) {
  std::vector<Proposal> out;
  for (const Node& node : view.Nodes(
           {"with_statement", "if_statement", "for_statement", "while_statement", "try_statement"}))
    for (const Node& block : node.children())
      if (block.is("block")) out.push_back({{node.span(), Dedented(view, block, node.column())}});
  return out;
}

}  // namespace assay::casebook
