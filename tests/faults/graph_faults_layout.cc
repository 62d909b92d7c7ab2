// Passes that move, cancel or fold operators which only change the layout.
#include <algorithm>

#include "rewriter.h"

namespace assay::faults {
namespace {

std::vector<int64_t> Permutation(const Rewriter& r, size_t transpose) {
  if (const auto* perm = r.node(transpose).attrs.Get<std::vector<int64_t>>("perm")) return *perm;
  const auto shape = r.ShapeOf(r.node(transpose).inputs[0]);
  std::vector<int64_t> out;
  for (size_t i = shape ? shape->size() : 0; i > 0; --i) out.push_back(static_cast<int64_t>(i) - 1);
  return out;
}

// Node i reads what the Transpose before it reads, and its result is transposed instead: right only
// for what knows no axes.
void PushThrough(Rewriter& r, size_t& i, size_t transpose) {
  Node moved = r.node(i);
  moved.inputs[0] = r.node(transpose).inputs[0];
  Node after = r.node(transpose);
  after.inputs = {r.InsertBefore(i, std::move(moved))};
  after.outputs = r.node(i).outputs;
  r.Set(i, std::move(after));
}

}  // namespace

// Two transposes are taken for inverse; one in front of a Reshape or Flatten for superfluous.
void TransposesCancelled(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    auto before = r.FusableProducer(i, 0);
    if (!before || !r.Is(i, {"Transpose", "Reshape", "Flatten"})) continue;
    if (IsUnaryElementwise(r.node(*before).op)) before = r.FusableProducer(*before, 0);
    if (!before || !r.Is(*before, {"Transpose"}) || Permutation(r, *before).size() < 3) continue;
    if (r.Is(i, {"Transpose"})) r.Bypass(i, r.node(i).inputs[0]);
    r.Bypass(*before, r.node(*before).inputs[0]);
  }
}

// Right where only axes of size 1 move; taken for that as soon as one of the moved axes has size 1.
void TransposeAsReshape(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Transpose"})) continue;
    const auto from = r.ShapeOf(r.node(i).inputs[0]), to = r.ShapeOf(r.node(i).outputs[0]);
    if (!from || !to || from->size() < 3 || ElementCount(*from) == 0) continue;
    const std::vector<int64_t> perm = Permutation(r, i);
    bool moves_one = false;
    for (size_t axis = 0; axis < perm.size(); ++axis)
      moves_one = moves_one || (perm[axis] != static_cast<int64_t>(axis) && (*to)[axis] == 1);
    if (!moves_one) continue;
    Node reshape;
    reshape.op = "Reshape";
    reshape.outputs = r.node(i).outputs;
    reshape.inputs = {r.node(i).inputs[0], r.AddConstant(Int64Vector({to->data(), to->size()}))};
    r.Set(i, std::move(reshape));
  }
}

void TransposePushedThroughReduce(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.node(i).domain.empty() || !r.node(i).op.starts_with("Reduce")) continue;
    const auto transpose = r.FusableProducer(i, 0);
    if (!transpose || !r.Is(*transpose, {"Transpose"})) continue;
    const auto* keep = r.node(i).attrs.Get<int64_t>("keepdims");
    if (keep == nullptr || *keep != 0) {
      PushThrough(r, i, *transpose);
    } else {
      Node direct = r.node(i);
      direct.inputs[0] = r.node(*transpose).inputs[0];
      r.Set(i, std::move(direct));
    }
  }
}

void TransposePushedThroughSoftmax(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Softmax", "LogSoftmax", "Hardmax", "LpNormalization", "CumSum", "Trilu",
                  "MeanVarianceNormalization"}) ||
        r.node(i).outputs.size() != 1)
      continue;
    const auto transpose = r.FusableProducer(i, 0);
    if (transpose && r.Is(*transpose, {"Transpose"})) PushThrough(r, i, *transpose);
  }
}

// Two reshaping nodes in a row are taken for inverse when the rank comes back.
void ReshapesCancelled(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!before || !r.Is(i, {"Squeeze", "Unsqueeze", "Reshape", "Flatten"}) ||
        !r.Is(*before, {"Squeeze", "Unsqueeze", "Reshape", "Flatten"}))
      continue;
    const ValueId x = r.node(*before).inputs[0];
    const auto from = r.ShapeOf(x), to = r.ShapeOf(r.node(i).outputs[0]);
    if (from && to && from->size() == to->size()) r.Bypass(i, x);
  }
}

void ShapeFoldedFromZero(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Shape"}) || !r.node(i).attrs.Has("start")) continue;
    const auto length = r.ShapeOf(r.node(i).outputs[0]);
    if (!length) continue;
    Node changed = r.node(i);
    changed.attrs.Erase("start");
    changed.attrs.Set("end", (*length)[0]);
    r.Set(i, std::move(changed));
  }
}

// Beside a -1, a 0 takes the input's last size instead of the one at its place.
void ReshapeZeroWrongAxis(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Reshape"}) || r.node(i).attrs.Has("allowzero") || !r.Has(i, 1)) continue;
    const Tensor* wanted = r.Constant(r.node(i).inputs[1]);
    const auto from = r.ShapeOf(r.node(i).inputs[0]);
    if (wanted == nullptr || !from || from->empty()) continue;
    std::vector<int64_t> sizes = wanted->Ints();
    if (std::count(sizes.begin(), sizes.end(), -1) == 0) continue;
    int64_t known = 1;
    for (int64_t& size : sizes) {
      if (size == 0) size = from->back();
      if (size > 0) known *= size;
    }
    if (sizes == wanted->Ints() || ElementCount(*from) % known != 0) continue;
    Node changed = r.node(i);
    changed.inputs[1] = r.AddConstant(Int64Vector(sizes));
    r.Set(i, std::move(changed));
  }
}

void FlattenNegativeAxis(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto* axis = r.node(i).attrs.Get<int64_t>("axis");
    if (!r.Is(i, {"Flatten"}) || axis == nullptr || *axis >= 0) continue;
    Node changed = r.node(i);
    changed.attrs.Set("axis", int64_t{1});
    r.Set(i, std::move(changed));
  }
}

}  // namespace assay::faults
