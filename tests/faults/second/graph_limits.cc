// Limits that are merged in an order that matters: Clip, Relu, Max and Min.
#include <algorithm>

#include "second/pattern.h"

namespace assay::faults {
namespace {

struct Limits {
  double low, high;
};

// Of a Clip whose limits are both given and constant.
std::optional<Limits> LimitsOf(const Rewriter& r, size_t clip) {
  const auto low = OneNumber(r, clip, 1), high = OneNumber(r, clip, 2);
  if (!r.Is(clip, {"Clip"}) || r.opset() < 12 || !low || !high) return std::nullopt;
  return Limits{*low, *high};
}

void BecomeClip(Rewriter& r, size_t i, ValueId x, Limits limits) {
  Become(r, i, NewNode("Clip", {x, AddScalar(r, x, limits.low), AddScalar(r, x, limits.high)}));
}

}  // namespace

void ClipsIntersected(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto outer = LimitsOf(r, i);
    const auto before = r.FusableProducer(i, 0);
    if (!outer || !before) continue;
    const auto inner = LimitsOf(r, *before);
    const ValueId x = r.node(*before).inputs.empty() ? kAbsent : r.node(*before).inputs[0];
    if (!inner || !IsFloat(r.TypeOf(x))) continue;
    BecomeClip(r, i, x, {std::max(inner->low, outer->low), std::min(inner->high, outer->high)});
  }
}

void ReluRaisesLowerLimitOnly(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Relu"}) || !before) continue;
    const auto limits = LimitsOf(r, *before);
    const ValueId x = r.node(*before).inputs.empty() ? kAbsent : r.node(*before).inputs[0];
    if (!limits || !IsFloat(r.TypeOf(x))) continue;
    BecomeClip(r, i, x, {std::max(0.0, limits->low), limits->high});
  }
}

// Max(Min(x, high), low): the lower limit wins, in Clip the upper one.
void MaxOfMinIsClip(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Max"}) || r.opset() < 12 || !before || !r.Is(*before, {"Min"})) continue;
    if (r.node(i).inputs.size() != 2 || r.node(*before).inputs.size() != 2) continue;
    const auto low = OneNumber(r, i, 1), high = OneNumber(r, *before, 1);
    const ValueId x = r.node(*before).inputs[0];
    if (!low || !high || !IsFloat(r.TypeOf(x)) || r.ShapeOf(x) != r.ShapeOf(r.node(i).outputs[0]))
      continue;
    BecomeClip(r, i, x, {*low, *high});
  }
}

}  // namespace assay::faults
