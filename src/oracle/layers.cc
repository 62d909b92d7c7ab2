#include "oracle/layers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::oracle {
namespace {

constexpr double kSmall = 1e-7;  // the study's guard against division by zero

double At(const Tensor& tensor, int64_t i) {
  return IsFloat(tensor.dtype()) ? tensor.RealAt(i) : static_cast<double>(tensor.IntAt(i));
}

bool IsNumeric(const Tensor& tensor) {
  return IsFloat(tensor.dtype()) || IsIntOrBool(tensor.dtype());
}

// Mean distance of two tensors; equal infinities and two NaN count as equal.
std::optional<double> MeanDistance(const Tensor& a, const Tensor& b) {
  if (!IsNumeric(a) || !IsNumeric(b) || !(a.shape() == b.shape())) return std::nullopt;
  double sum = 0;
  for (int64_t i = 0; i < a.count(); ++i) {
    const double x = At(a, i), y = At(b, i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    sum += std::fabs(x - y);
  }
  return a.count() == 0 ? 0 : sum / static_cast<double>(a.count());
}

double DistanceToOnes(const Tensor& a) {
  double sum = 0;
  for (int64_t i = 0; i < a.count(); ++i) sum += std::fabs(At(a, i) - 1);
  return a.count() == 0 ? 0 : sum / static_cast<double>(a.count());
}

double DistanceToGround(const Tensor& a, const std::string& name, const NamedTensors& reference,
                        Ground ground) {
  if (ground == Ground::kOnes) return DistanceToOnes(a);
  const auto truth = reference.find(name);
  return truth == reference.end() ? 0 : MeanDistance(a, truth->second).value_or(0);
}

// D_pre: the largest D among the tensors that `node` reads.
double Before(const Graph& graph, const Node& node,
              const std::map<std::string, double>& distances) {
  double out = 0;
  for (const ValueId id : node.inputs) {
    if (id == kAbsent) continue;
    const auto found = distances.find(graph.name_of(id));
    if (found != distances.end()) out = std::max(out, found->second);
  }
  return out;
}

void ComparePair(const Graph& graph, const LayerSide& a, const LayerSide& b,
                 const NamedTensors& reference, Ground ground, std::vector<Layer>& out) {
  std::map<std::string, double> distances;
  for (const NodePtr& node : graph.nodes()) {
    const double before = Before(graph, *node, distances);
    for (const ValueId id : node->outputs) {
      if (id == kAbsent) continue;
      const std::string& name = graph.name_of(id);
      const auto x = a.tensors->find(name), y = b.tensors->find(name);
      if (x == a.tensors->end() || y == b.tensors->end()) continue;
      const std::optional<double> distance = MeanDistance(x->second, y->second);
      if (!distance.has_value()) continue;
      distances[name] = *distance;
      const double d1 = DistanceToGround(x->second, name, reference, ground);
      const double d2 = DistanceToGround(y->second, name, reference, ground);
      out.push_back({name, node->op, a.target, b.target, *distance,
                     std::fabs((*distance - before) / (before + kSmall)),
                     d1 + d2 == 0 ? 0 : std::fabs(d1 - d2) / (d1 + d2)});
    }
  }
}

}  // namespace

std::vector<Layer> CompareLayers(const Graph& graph, const std::vector<LayerSide>& sides,
                                 const NamedTensors& reference, Ground ground) {
  std::vector<Layer> out;
  for (size_t i = 0; i < sides.size(); ++i)
    for (size_t j = i + 1; j < sides.size(); ++j)
      ComparePair(graph, sides[i], sides[j], reference, ground, out);
  return out;
}

}  // namespace assay::oracle
