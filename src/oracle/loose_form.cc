#include "oracle/loose_form.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/strings.h"

namespace assay::oracle {
namespace {

// Whether an input has more than `most` or less than `least` axes.
bool HasOtherRank(const Graph& graph, const Node& node, size_t input, int least, int most) {
  if (input >= node.inputs.size() || node.inputs[input] == kAbsent) return false;
  const TensorType& type = graph.type(node.inputs[input]).tensor;
  return type.has_rank && (type.rank() < least || type.rank() > most);
}

// Opset 11 says of these that negative axes count from the back. Before, their texts are silent or
// have them "non-negative", and the official inference takes them all the same.
constexpr int kNegativeAxesFrom = 11;
bool HasNegativeAxis(const Node& node) {
  static const std::set<std::string_view> kOps = {
      "ArgMax", "ArgMin",  "Compress", "Concat",  "Flatten", "Hardmax",  "LogSoftmax",
      "Slice",  "Softmax", "Split",    "Squeeze", "TopK",    "Unsqueeze"};
  if (!kOps.contains(node.op) && !node.op.starts_with("Reduce")) return false;
  const int64_t* axis = node.attrs.Get<int64_t>("axis");
  const auto* axes = node.attrs.Get<std::vector<int64_t>>("axes");
  return (axis != nullptr && *axis < 0) ||
         (axes != nullptr && std::ranges::any_of(*axes, [](int64_t a) { return a < 0; }));
}

std::string FormOf(const Graph& graph, const Node& node, int opset) {
  if (!node.domain.empty()) return "";
  // The function of AffineGrid gives it lists of one element.
  if (node.op == "Range")
    for (size_t i = 0; i < 3; ++i)
      if (HasOtherRank(graph, node, i, 0, 0))
        return "Range of lists of one element, where its text has scalars";
  // The same function, and node tests of Loop.
  if (node.op == "Unsqueeze" && HasOtherRank(graph, node, 1, 1, 1))
    return "Unsqueeze by a scalar, where its text has a list";
  if (opset < kNegativeAxesFrom && HasNegativeAxis(node))
    return StrCat(node.op, " with a negative axis, of which its text speaks from opset ",
                  kNegativeAxesFrom, " on");
  return "";
}

}  // namespace

std::string LooseForm(const Model& model) {
  for (const NodePtr& node : model.graph.nodes())
    if (std::string form = FormOf(model.graph, *node, model.opset("")); !form.empty()) return form;
  return "";
}

}  // namespace assay::oracle
