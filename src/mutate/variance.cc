#include "mutate/variance.h"

#include <algorithm>

namespace assay::mutate {
namespace {

const Node* Maker(const Graph& graph, const std::vector<int>& producers, ValueId value) {
  const int at = value == kAbsent ? -1 : producers[static_cast<size_t>(value)];
  return at < 0 ? nullptr : &graph.node(static_cast<size_t>(at));
}

// x where the value is x * x or Pow(x, 2); kAbsent otherwise.
ValueId SquareOf(const Graph& graph, const std::vector<int>& producers, ValueId value) {
  const Node* node = Maker(graph, producers, value);
  if (node == nullptr || node->inputs.size() != 2) return kAbsent;
  if (node->op == "Mul" && node->inputs[0] == node->inputs[1]) return node->inputs[0];
  const Tensor* exponent =
      node->inputs[1] == kAbsent ? nullptr : graph.initializer(node->inputs[1]);
  const bool squares = node->op == "Pow" && exponent != nullptr && exponent->count() == 1 &&
                       IsFloat(exponent->dtype()) && exponent->RealAt(0) == 2;
  return squares ? node->inputs[0] : kAbsent;
}

// Weights of every output channel are not negative and add up to at most one.
bool IsAverage(const Tensor& weights) {
  constexpr int64_t kMaxElements = int64_t{1} << 16;  // larger ones are learnt, not a window
  constexpr double kRounding = 1e-3;
  if (!IsFloat(weights.dtype()) || weights.rank() < 3 || weights.count() == 0 ||
      weights.count() > kMaxElements)
    return false;
  const int64_t per_channel = weights.count() / weights.shape()[0];
  double sum = 0;
  for (int64_t i = 0; i < weights.count(); ++i) {
    sum = (i % per_channel == 0 ? 0 : sum) + weights.RealAt(i);
    if (weights.RealAt(i) < 0 || sum > 1 + kRounding) return false;
  }
  return true;
}

bool IsMean(const Graph& graph, const Node& node) {
  if (node.op == "AveragePool" || node.op == "GlobalAveragePool" || node.op == "ReduceMean")
    return true;
  if (node.op != "Conv" || node.inputs.size() != 2) return false;
  const Tensor* weights = graph.initializer(node.inputs[1]);
  return weights != nullptr && IsAverage(*weights);
}

// The same operator on another value.
bool SameLayer(const Node& a, const Node& b) {
  return a.op == b.op && a.domain == b.domain && a.attrs == b.attrs &&
         a.inputs.size() == b.inputs.size() &&
         std::equal(a.inputs.begin() + 1, a.inputs.end(), b.inputs.begin() + 1);
}

}  // namespace

bool IsVariance(const Graph& graph, const std::vector<int>& producers, const Node& node) {
  if (node.op != "Sub" || node.inputs.size() != 2) return false;
  const Node* of_squares = Maker(graph, producers, node.inputs[0]);
  const Node* of_values = Maker(graph, producers, SquareOf(graph, producers, node.inputs[1]));
  return of_squares != nullptr && of_values != nullptr && IsMean(graph, *of_values) &&
         SameLayer(*of_squares, *of_values) &&
         SquareOf(graph, producers, of_squares->inputs[0]) == of_values->inputs[0];
}

}  // namespace assay::mutate
