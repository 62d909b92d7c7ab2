// Passes that move transposes, merge slices and reshapes, or take one for the other.
#include <algorithm>

#include "second/pattern.h"

namespace assay::faults {
namespace {

// The Transpose before node i, when it may move.
std::optional<size_t> TransposeBefore(const Rewriter& r, size_t i, size_t input = 0) {
  const auto before = r.FusableProducer(i, input);
  return before && r.Is(*before, {"Transpose"}) ? before : std::nullopt;
}

// All inputs of node i come from transposes with one permutation.
bool AllTransposedAlike(const Rewriter& r, size_t i) {
  const auto first = TransposeBefore(r, i);
  if (!first) return false;
  for (size_t k = 1; k < r.node(i).inputs.size(); ++k) {
    const auto other = TransposeBefore(r, i, k);
    if (!other || Permutation(r, *other) != Permutation(r, *first)) return false;
  }
  return true;
}

}  // namespace

void TransposesBehindConcat(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Concat"}) || !AllTransposedAlike(r, i)) continue;
    Node moved = r.node(i), after = r.node(*TransposeBefore(r, i));
    for (size_t k = 0; k < moved.inputs.size(); ++k)
      moved.inputs[k] = r.node(*TransposeBefore(r, i, k)).inputs[0];
    after.inputs = {r.InsertBefore(i, std::move(moved))};
    Become(r, i, std::move(after));
  }
}

void TransposeBehindPad(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (const auto transpose = TransposeBefore(r, i); transpose && r.Is(i, {"Pad"}))
      MoveTransposeBehind(r, i, *transpose);
}

void TransposeBehindSlice(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (const auto transpose = TransposeBefore(r, i); transpose && r.Is(i, {"Slice"}))
      MoveTransposeBehind(r, i, *transpose);
}

// The axes are renumbered rightly, but in the constant itself, which others read.
void SharedAxesRenumbered(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto transpose = TransposeBefore(r, i);
    const auto axes = ConstantInts(r, i, 3);
    if (!r.Is(i, {"Slice"}) || !transpose || !axes || r.Uses(r.node(i).inputs[3]) < 2) continue;
    const std::vector<int64_t> perm = Permutation(r, *transpose);
    const ValueId constant = r.node(i).inputs[3];
    std::vector<int64_t> renumbered;
    for (const int64_t axis : *axes)
      renumbered.push_back(
          perm[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(perm.size()) : axis)]);
    const Tensor* old = r.Constant(constant);
    r.SetInitializer(constant, MakeIntTensor(old->dtype(), old->shape(), renumbered));
    MoveTransposeBehind(r, i, *transpose);
  }
}

// A Transpose that ends with a swap of the last two axes is taken for that swap alone.
void MatmulTakesTransposeForSwap(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"MatMul"})) continue;
    for (size_t k = 0; k < 2; ++k) {
      const auto transpose = TransposeBefore(r, i, k);
      if (!transpose) continue;
      std::vector<int64_t> perm = Permutation(r, *transpose);
      const size_t rank = perm.size();
      if (rank < 4 || perm[rank - 1] != static_cast<int64_t>(rank) - 2 ||
          perm[rank - 2] != static_cast<int64_t>(rank) - 1)
        continue;
      std::sort(perm.begin(), perm.end() - 2);
      Node changed = r.node(*transpose);
      changed.attrs.Set("perm", perm);
      r.Set(*transpose, std::move(changed));
    }
  }
}

// A 0 of the second Reshape then copies a size of the first one's input.
void ReshapesMergedOverZero(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Reshape"}) || !before || !r.Is(*before, {"Reshape"})) continue;
    const auto sizes = ConstantInts(r, i, 1);
    if (!sizes || std::count(sizes->begin(), sizes->end(), 0) == 0) continue;
    SetInput(r, i, 0, r.node(*before).inputs[0]);
  }
}

// Reversing and taking a part of the same axis change places.
void SliceBeforeReversal(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!before) continue;
    const auto part = SliceOfOneAxis(r, i), reversal = SliceOfOneAxis(r, *before);
    if (!part || !reversal || part->axis != reversal->axis || part->step != 1 ||
        reversal->step != -1 || reversal->start != -1)
      continue;
    Node last = r.node(*before), first = r.node(i);
    first.inputs[0] = last.inputs[0];
    last.inputs[0] = r.InsertBefore(i, std::move(first));
    Become(r, i, std::move(last));
  }
}

// A backward Slice down to before the first element ends at the first.
void BackwardSliceStopsAtZero(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto slice = SliceOfOneAxis(r, i);
    if (!slice || slice->step >= 0) continue;
    const auto shape = r.ShapeOf(r.node(i).inputs[0]);
    if (slice->end >= -(*shape)[static_cast<size_t>(slice->axis)]) continue;
    // All of a Slice's numbers have one type.
    const int64_t zero = 0;
    const DType type = r.Constant(r.node(i).inputs[2])->dtype();
    SetInput(r, i, 2, r.AddConstant(MakeIntTensor(type, Shape{1}, std::span(&zero, 1))));
  }
}

// Gather of index i becomes the Slice from i to i + 1, which for -1 is empty.
void GatherOfOneIsSlice(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto indices = ConstantInts(r, i, 1);
    if (!r.Is(i, {"Gather"}) || !indices || indices->size() != 1 || r.opset() < 13 ||
        r.ShapeOf(r.node(i).inputs[1])->size() != 1)
      continue;
    const int64_t axis = IntAttr(r.node(i), "axis", 0), start = (*indices)[0], end = start + 1;
    const auto constant = [&](int64_t value) {
      return r.AddConstant(Int64Vector(std::span(&value, 1)));
    };
    Become(r, i,
           NewNode("Slice", {r.node(i).inputs[0], constant(start), constant(end), constant(axis)}));
  }
}

// A Slice that takes as much of a Concat as its first input is long becomes that input, whatever
// the axis.
void SliceOfConcatIsFirstInput(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto concat = r.FusableProducer(i, 0);
    const auto slice = SliceOfOneAxis(r, i);
    if (!concat || !slice || !r.Is(*concat, {"Concat"}) || slice->start != 0 || slice->step != 1)
      continue;
    const ValueId first = r.node(*concat).inputs[0];
    const auto shape = r.ShapeOf(first);
    int64_t axis = IntAttr(r.node(*concat), "axis", 0);
    if (!shape) continue;
    if (axis < 0) axis += static_cast<int64_t>(shape->size());
    if (slice->end == (*shape)[static_cast<size_t>(axis)]) r.Bypass(i, first);
  }
}

}  // namespace assay::faults
