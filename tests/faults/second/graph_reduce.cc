// Passes on reductions and on what normalisations consist of.
#include <algorithm>
#include <cmath>

#include "second/pattern.h"

namespace assay::faults {
namespace {

bool AnyNegative(const std::vector<int64_t>& values) {
  return std::any_of(values.begin(), values.end(), [](int64_t v) { return v < 0; });
}

void SetAxes(Node& reduction, Rewriter& r, const std::vector<int64_t>& axes) {
  if (reduction.attrs.Has("axes"))
    reduction.attrs.Set("axes", axes);
  else
    reduction.inputs[1] = r.AddConstant(Int64Vector(axes));
}

// A scalar constant about equal to `value`.
bool IsNumber(const Rewriter& r, size_t i, size_t input, double value) {
  const auto number = OneNumber(r, i, input);
  return number && std::fabs(*number - value) < 1e-3;
}

}  // namespace

// The axes of the second count after the first has taken its own away; they are united as they are.
void ReductionsMerged(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!before || r.node(i).op != r.node(*before).op ||
        !r.Is(i, {"ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"}) ||
        IntAttr(r.node(*before), "keepdims", 1) != 0)
      continue;
    const auto first = StatedAxes(r, *before), second = StatedAxes(r, i);
    if (!first || !second || first->empty() || second->empty() || AnyNegative(*first) ||
        AnyNegative(*second))
      continue;
    std::vector<int64_t> united = *first;
    united.insert(united.end(), second->begin(), second->end());
    std::sort(united.begin(), united.end());
    united.erase(std::unique(united.begin(), united.end()), united.end());
    Node merged = r.node(i);
    merged.inputs[0] = r.node(*before).inputs[0];
    SetAxes(merged, r, united);
    r.Set(i, std::move(merged));
  }
}

// Axes that are given and empty mean all of them; taken for none.
void EmptyAxesReduceNothing(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.node(i).domain.empty() || !r.node(i).op.starts_with("Reduce")) continue;
    const auto axes = ConstantInts(r, i, 1);
    if (!axes || !axes->empty() || IntAttr(r.node(i), "noop_with_empty_axes", 0) != 0) continue;
    r.Bypass(i, r.node(i).inputs[0]);
  }
}

// sqrt(mean + epsilon) as a divisor becomes sqrt(mean) + epsilon.
void EpsilonOutsideRoot(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Div"})) continue;
    const auto root = r.FusableProducer(i, 1);
    if (!root || !r.Is(*root, {"Sqrt"})) continue;
    const auto sum = r.FusableProducer(*root, 0);
    if (!sum || !r.Is(*sum, {"Add"}) || !OneNumber(r, *sum, 1)) continue;
    const auto mean = r.FusableProducer(*sum, 0);
    if (!mean || !r.Is(*mean, {"ReduceMean"})) continue;
    const Node add = r.node(*sum);
    Become(r, *sum, NewNode("Sqrt", {add.inputs[0]}));
    Become(r, *root, NewNode("Add", {add.outputs[0], add.inputs[1]}));
  }
}

// x - ReduceMean(x), the beginning of a layer normalisation, is taken for one over the last axis.
void MeanTakenAlongLastAxis(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Sub"})) continue;
    const auto mean = r.FusableProducer(i, 1);
    if (!mean || !r.Is(*mean, {"ReduceMean"}) || r.node(*mean).inputs[0] != r.node(i).inputs[0] ||
        IntAttr(r.node(*mean), "keepdims", 1) != 1)
      continue;
    const auto axes = StatedAxes(r, *mean);
    if (!axes || axes->size() != 1) continue;
    Node changed = r.node(*mean);
    SetAxes(changed, r, {-1});
    r.Set(*mean, std::move(changed));
  }
}

// x * (erf(x / c) + 1) is taken for Gelu, whose c is the root of 2, without a look at c.
void GeluOfAnyDivisor(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Mul"})) continue;
    const auto sum = r.FusableProducer(i, 1);
    if (!sum || !r.Is(*sum, {"Add"}) || !IsNumber(r, *sum, 1, 1)) continue;
    const auto erf = r.FusableProducer(*sum, 0);
    if (!erf || !r.Is(*erf, {"Erf"})) continue;
    const auto quotient = r.FusableProducer(*erf, 0);
    if (!quotient || !r.Is(*quotient, {"Div"}) || !OneNumber(r, *quotient, 1) ||
        IsNumber(r, *quotient, 1, std::sqrt(2.0)) ||
        r.node(*quotient).inputs[0] != r.node(i).inputs[0])
      continue;
    SetInput(r, *quotient, 1, AddScalar(r, r.node(i).inputs[0], std::sqrt(2.0)));
  }
}

}  // namespace assay::faults
