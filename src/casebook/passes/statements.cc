// a; b; c  ==>  a; c        The only statement of a block becomes `pass`.
#include "casebook/passes.h"

namespace assay::casebook {

std::vector<Proposal> ProposeStatements(const View& view) {
  std::vector<Proposal> out;
  view.program().tree.Walk(
      [&](const program::Node& node) {
        const program::Node parent = node.parent();
        const bool in_block = parent.is("block");
        if ((!in_block && !parent.is("module")) || node.is("comment") || view.Stays(node.span()))
          return true;
        if (view.returns_stay() && node.is("return_statement")) return true;
        if (!in_block || parent.children().size() > 1)
          out.push_back({{view.Lines(node), ""}});
        else if (!node.is("pass_statement"))
          out.push_back({{node.span(), "pass"}});
        return true;
      },
      [](const program::Node&) {});
  return out;
}

}  // namespace assay::casebook
