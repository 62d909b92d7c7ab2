// x.f(y)  ==>  x     f(x, y)  ==>  x     a + b  ==>  a     (a)  ==>  a
#include "casebook/passes.h"

namespace assay::casebook {
namespace {

using program::Node;

void Replace(const View& view, const Node& whole, const Node& part, std::vector<Proposal>& out) {
  if (part.present() && !(part.span() == whole.span()))
    out.push_back(view.Everywhere({whole.span(), std::string(part.text())}));
}

}  // namespace

std::vector<Proposal> ProposeExpressions(const View& view) {
  std::vector<Proposal> out;
  for (const Node& node : view.Nodes({"call", "binary_operator", "parenthesized_expression",
                                      "unary_operator", "subscript", "attribute"})) {
    if (node.is("call")) {
      const Node callee = node.field("function");
      if (callee.is("attribute")) Replace(view, node, callee.field("object"), out);
      for (const Node& argument : node.field("arguments").children())
        if (!argument.is("keyword_argument")) Replace(view, node, argument, out);
    } else if (node.is("binary_operator")) {
      Replace(view, node, node.field("left"), out);
      Replace(view, node, node.field("right"), out);
    } else if (node.is("parenthesized_expression") && node.children().size() == 1) {
      Replace(view, node, node.children()[0], out);
    } else if (node.is("unary_operator")) {
      Replace(view, node, node.field("argument"), out);
    } else if (node.is("subscript")) {
      Replace(view, node, node.field("value"), out);
    }
  }
  return out;
}

}  // namespace assay::casebook
