#include "oracle/loose_form.h"

namespace assay::oracle {
namespace {

// Whether an input has more than `most` or less than `least` axes.
bool HasOtherRank(const Graph& graph, const Node& node, size_t input, int least, int most) {
  if (input >= node.inputs.size() || node.inputs[input] == kAbsent) return false;
  const TensorType& type = graph.type(node.inputs[input]).tensor;
  return type.has_rank && (type.rank() < least || type.rank() > most);
}

std::string FormOf(const Graph& graph, const Node& node) {
  if (!node.domain.empty()) return "";
  // The function of AffineGrid gives it lists of one element.
  if (node.op == "Range")
    for (size_t i = 0; i < 3; ++i)
      if (HasOtherRank(graph, node, i, 0, 0))
        return "Range of lists of one element, where its text has scalars";
  // The same function, and node tests of Loop.
  if (node.op == "Unsqueeze" && HasOtherRank(graph, node, 1, 1, 1))
    return "Unsqueeze by a scalar, where its text has a list";
  return "";
}

}  // namespace

std::string LooseForm(const Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    if (std::string form = FormOf(graph, *node); !form.empty()) return form;
  return "";
}

}  // namespace assay::oracle
