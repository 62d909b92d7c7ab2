#include "oracle/loose_form.h"

#include <algorithm>

namespace assay::oracle {
namespace {

// Range takes scalars by its text; the function of AffineGrid gives it lists of one element.
bool IsRangeOfLists(const Graph& graph, const Node& node) {
  return node.op == "Range" && node.domain.empty() &&
         std::ranges::any_of(node.inputs, [&](ValueId id) {
           return id != kAbsent && graph.type(id).tensor.rank() > 0;
         });
}

}  // namespace

std::string LooseForm(const Graph& graph) {
  const bool range = std::ranges::any_of(
      graph.nodes(), [&](const NodePtr& node) { return IsRangeOfLists(graph, *node); });
  return range ? "Range of lists of one element, where its text has scalars" : "";
}

}  // namespace assay::oracle
