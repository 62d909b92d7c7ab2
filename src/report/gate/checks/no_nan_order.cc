// Where NaN stands among numbers is not agreed on: Max, ArgMax, TopK and the like over NaN.
#include <algorithm>
#include <cmath>
#include <set>

#include "report/gate/check.h"

namespace assay::report::gate {

namespace {

bool Orders(const std::string& op) {
  static const std::set<std::string> kOrdering = {"ArgMax",
                                                  "ArgMin",
                                                  "TopK",
                                                  "Unique",
                                                  "Max",
                                                  "Min",
                                                  "ReduceMax",
                                                  "ReduceMin",
                                                  "MaxPool",
                                                  "Clip",
                                                  "Relu",
                                                  "Less",
                                                  "Greater",
                                                  "LessOrEqual",
                                                  "GreaterOrEqual",
                                                  "GlobalMaxPool",
                                                  "NonMaxSuppression",
                                                  "Sign"};
  return kOrdering.contains(op);
}

bool HoldsNan(const Tensor& tensor) {
  if (!IsFloat(tensor.dtype())) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (std::isnan(tensor.RealAt(i))) return true;
  return false;
}

// Whether `node` reads numbers with fractions that nobody knows: the model was too large to be
// computed, the reference cannot do it, or the node stands in a subgraph.
bool ReadsUnknown(const Dossier& dossier, const Node& node) {
  const Graph& graph = dossier.smallest.model.graph;
  const bool ours =
      std::ranges::any_of(graph.nodes(), [&](const NodePtr& mine) { return mine.get() == &node; });
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == kAbsent || dossier.InputOf(node, i) != nullptr) continue;
    if (!ours || !IsInt(graph.type(node.inputs[i]).tensor.dtype)) return true;
  }
  return false;
}

bool SaysNan(const nlohmann::json& evidence, const char* key) {
  return evidence.contains(key) && evidence[key] == "nan";
}

}  // namespace

Outcome CheckNoNanOrder(const Dossier& dossier, const Rule&, const Project&) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  const nlohmann::json& evidence = dossier.Fact("evidence");
  const bool shown = SaysNan(evidence, "got") || SaysNan(evidence, "truth");
  const Node* in_the_dark = nullptr;
  for (const Node* node : dossier.NodesBehindWrongOutput()) {
    if (!Orders(node->op)) continue;
    bool reads_nan = false;
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      const Tensor* input = dossier.InputOf(*node, i);
      reads_nan = reads_nan || (input != nullptr && HoldsNan(*input));
    }
    if (reads_nan || (shown && dossier.values.empty()))
      return FailWith(StrCat(node->op, " meets NaN, whose place among numbers is not agreed on"),
                      "look for a case without NaN");
    if (in_the_dark == nullptr && ReadsUnknown(dossier, *node)) in_the_dark = node;
  }
  if (in_the_dark != nullptr)
    return Unknown(StrCat("what ", in_the_dark->op, " reads cannot be computed"),
                   "check by hand that no NaN reaches it");
  return Pass("no operator that orders numbers meets NaN");
}

}  // namespace assay::report::gate
