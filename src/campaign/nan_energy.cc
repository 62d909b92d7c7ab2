#include "campaign/nan_energy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::campaign {
namespace {

constexpr double kPowers = 38;           // of ten, in float32, above one and below
constexpr double kLargestExponent = 88;  // of Exp in float32

struct Extremes {
  double smallest = std::numeric_limits<double>::infinity();  // magnitude
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool known = false, finite = true;
};

Extremes ExtremesOf(const Tensor* tensor) {
  Extremes out;
  if (tensor == nullptr || !IsFloat(tensor->dtype())) return out;
  for (int64_t i = 0; i < tensor->count(); ++i) {
    const double x = tensor->RealAt(i);
    out.known = true;
    out.finite = out.finite && std::isfinite(x);
    out.smallest = std::min(out.smallest, std::fabs(x));
    out.least = std::min(out.least, x);
    out.most = std::max(out.most, x);
  }
  return out;
}

double ShareOfPowers(double powers) { return std::clamp(powers / kPowers, 0.0, 1.0); }
double TowardsZero(double x) { return x <= 0 ? 1 : ShareOfPowers(-std::log10(x)); }
double TowardsOverflow(double x) { return x <= 0 ? 0 : ShareOfPowers(std::log10(x)); }

class NodeEnergy {
 public:
  NodeEnergy(const Graph& graph, const oracle::NamedTensors& tensors)
      : graph_(graph), tensors_(tensors) {}

  double Of(const Node& node) const {
    double out = 0;
    for (const ValueId id : node.outputs) {
      const Extremes seen = At(id);
      if (!seen.known) continue;
      if (!seen.finite) return 1;
      out = std::max(out, TowardsOverflow(std::max(seen.most, -seen.least)));
    }
    const bool divides = node.op == "Div" && node.inputs.size() > 1;
    const Extremes in = node.inputs.empty() ? Extremes() : At(node.inputs[divides ? 1 : 0]);
    if (!in.known) return out;
    if (divides || node.op == "Reciprocal") return std::max(out, TowardsZero(in.smallest));
    if (node.op == "Log" || node.op == "Sqrt")
      // The root of zero is zero; only what is below has none.
      return std::max(out, node.op == "Sqrt" && in.least == 0 ? 0 : TowardsZero(in.least));
    if (node.op == "Exp") return std::max(out, std::clamp(in.most / kLargestExponent, 0.0, 1.0));
    return out;
  }

 private:
  Extremes At(ValueId id) const {
    if (id == kAbsent) return {};
    if (const Tensor* weight = graph_.initializer(id); weight != nullptr) return ExtremesOf(weight);
    const auto it = tensors_.find(graph_.name_of(id));
    return ExtremesOf(it == tensors_.end() ? nullptr : &it->second);
  }

  const Graph& graph_;
  const oracle::NamedTensors& tensors_;
};

}  // namespace

double NanEnergy(const Graph& graph, const oracle::NamedTensors& tensors) {
  const NodeEnergy energy(graph, tensors);
  double out = 0;
  for (const NodePtr& node : graph.nodes()) out = std::max(out, energy.Of(*node));
  return out;
}

}  // namespace assay::campaign
