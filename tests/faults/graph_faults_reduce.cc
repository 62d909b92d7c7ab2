// Passes that bring reductions into a normal form and get an attribute wrong.
#include <algorithm>

#include "rewriter.h"

namespace assay::faults {
namespace {

bool IsReduction(const Rewriter& r, size_t i) {
  return r.node(i).domain.empty() && r.node(i).op.starts_with("Reduce");
}

// The axes as the node states them; empty when it states none or they are computed.
std::vector<int64_t> Axes(const Rewriter& r, size_t i) {
  if (const auto* axes = r.node(i).attrs.Get<std::vector<int64_t>>("axes")) return *axes;
  if (!r.Has(i, 1)) return {};
  const Tensor* constant = r.Constant(r.node(i).inputs[1]);
  return constant == nullptr ? std::vector<int64_t>() : constant->Ints();
}

void SetAxes(Rewriter& r, size_t i, const std::vector<int64_t>& axes) {
  Node changed = r.node(i);
  if (changed.attrs.Has("axes"))
    changed.attrs.Set("axes", axes);
  else
    changed.inputs[1] = r.AddConstant(Int64Vector(axes));
  r.Set(i, std::move(changed));
}

}  // namespace

void ReduceKeepsDims(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto* keep = r.node(i).attrs.Get<int64_t>("keepdims");
    if (!IsReduction(r, i) || keep == nullptr || *keep != 0 || Axes(r, i).size() < 2) continue;
    Node changed = r.node(i);
    changed.attrs.Erase("keepdims");
    r.Set(i, std::move(changed));
  }
}

void ReduceNegativeAxisOffByOne(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!IsReduction(r, i)) continue;
    std::vector<int64_t> axes = Axes(r, i);
    const auto shape = r.ShapeOf(r.node(i).inputs[0]);
    if (!shape || shape->size() < 3 || axes.size() != 1 || axes[0] >= 0) continue;
    const auto rank = static_cast<int64_t>(shape->size());
    axes[0] = std::max<int64_t>(0, axes[0] + rank - 1);
    SetAxes(r, i, axes);
  }
}

void ReduceIgnoresNoop(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto* noop = r.node(i).attrs.Get<int64_t>("noop_with_empty_axes");
    if (!IsReduction(r, i) || noop == nullptr || *noop == 0 || !Axes(r, i).empty()) continue;
    Node changed = r.node(i);
    changed.attrs.Erase("noop_with_empty_axes");
    r.Set(i, std::move(changed));
  }
}

}  // namespace assay::faults
