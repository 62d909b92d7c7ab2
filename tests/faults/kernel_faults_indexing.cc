// Faults of kernels that move elements.
#include <algorithm>

#include "kernel.h"

namespace assay::faults {
namespace {

int64_t Normal(int64_t axis, size_t rank) {
  return axis < 0 ? axis + static_cast<int64_t>(rank) : axis;
}

// Where in `from` each element of the shape `to` lies under this permutation of axes.
std::vector<int64_t> TransposeMap(const Shape& from, const std::vector<int64_t>& perm) {
  const Shape strides = Strides(from);
  Shape shape, permuted;
  for (const int64_t axis : perm) {
    shape.push_back(from[static_cast<size_t>(axis)]);
    permuted.push_back(strides[static_cast<size_t>(axis)]);
  }
  std::vector<int64_t> map;
  for (Odometer it(shape, permuted); !it.done(); it.Next()) map.push_back(it.offset());
  return map;
}

}  // namespace

// From rank 4 on the inverse permutation is applied.
void TransposeInverts(Kernel& kernel) {
  if (!kernel.Is({"Transpose"}) || kernel.in(0).rank() < 4) return;
  const std::vector<int64_t> perm = kernel.AttrInts("perm");
  if (perm.empty()) return;
  std::vector<int64_t> inverse(perm.size());
  for (size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  const std::vector<int64_t> map = TransposeMap(kernel.in(0).shape(), inverse);
  kernel.Replace({Known(kernel.in(0).Take(kernel.out().shape(), map))});
}

void GatherClampsNegative(Kernel& kernel) {
  if (!kernel.Is({"Gather"})) return;
  std::vector<Known> inputs = kernel.inputs();
  for (int64_t k = 0; k < kernel.in(1).count(); ++k)
    if (kernel.in(1).integer(k).v < 0) inputs[1].tensor.set(k, Int::Point(0));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void ScatterIgnoresReduction(Kernel& kernel) {
  if (!kernel.Is({"ScatterND", "ScatterElements"})) return;
  // With one index twice the order would decide, which the specification leaves open.
  if (kernel.AttrString("reduction", "none") == "add") kernel.RerunWithout("reduction");
}

void TriluIgnoresK(Kernel& kernel) {
  if (!kernel.Is({"Trilu"}) || !kernel.HasTensor(1)) return;
  Node variant = kernel.node();
  variant.inputs.resize(1);
  kernel.Rerun(variant, {kernel.inputs()[0]});
}

// Repeats each element instead of the whole: np.repeat for np.tile.
void TileRepeatsElements(Kernel& kernel) {
  if (!kernel.Is({"Tile"}) || !kernel.HasResult()) return;
  const std::vector<int64_t> repeats = kernel.Ints(1);
  const Shape &from = kernel.in(0).shape(), &to = kernel.out().shape();
  if (repeats.size() != from.size()) return;
  const Shape strides = Strides(from);
  std::vector<int64_t> map;
  for (Odometer it(to, Strides(to)); !it.done(); it.Next()) {
    int64_t at = 0;
    for (size_t axis = 0; axis < from.size(); ++axis)
      at += strides[axis] * (it.index()[axis] / repeats[axis]);
    map.push_back(at);
  }
  kernel.Replace({Known(kernel.in(0).Take(to, map))});
}

// Part k begins at k times its own size, which is right for equal sizes.
void SplitUnevenOffset(Kernel& kernel) {
  if (!kernel.Is({"Split"}) || kernel.in(0).is_string()) return;
  const Shape& from = kernel.in(0).shape();
  const auto axis = static_cast<size_t>(Normal(kernel.AttrInt("axis", 0), from.size()));
  const Shape strides = Strides(from);
  for (size_t part = 1; part < kernel.output_count(); ++part) {
    if (!kernel.HasResult(part)) continue;
    const Shape shape = kernel.out(part).shape();
    const int64_t begin =
        std::min(static_cast<int64_t>(part) * shape[axis], from[axis] - shape[axis]);
    std::vector<int64_t> map;
    for (Odometer it(shape, strides); !it.done(); it.Next())
      map.push_back(it.offset() + begin * strides[axis]);
    kernel.SetResult(part, Known(kernel.in(0).Take(shape, map)));
  }
}

// Along a negative axis the inputs are copied one behind the other, as along axis 0.
void ConcatNegativeAxisCopiesFlat(Kernel& kernel) {
  if (!kernel.Is({"Concat"}) || kernel.AttrInt("axis", 0) >= 0 || !kernel.HasResult()) return;
  Bounded flat(kernel.out().dtype(), kernel.out().shape());
  int64_t at = 0;
  for (size_t i = 0; i < kernel.input_count(); ++i)
    for (int64_t k = 0; k < kernel.in(i).count(); ++k) flat.set(at++, kernel.in(i), k);
  kernel.Replace({Known(std::move(flat))});
}

// A negative step selects the right elements and gives them in ascending order.
void SliceNegativeStepAscends(Kernel& kernel) {
  if (!kernel.Is({"Slice"}) || !kernel.HasTensor(4) || !kernel.HasResult()) return;
  const std::vector<int64_t> axes = kernel.Ints(3), steps = kernel.Ints(4);
  const Shape shape = kernel.out().shape(), strides = Strides(shape);
  std::vector<bool> flipped(shape.size(), false);
  for (size_t i = 0; i < steps.size(); ++i)
    flipped[i < axes.size() ? static_cast<size_t>(Normal(axes[i], shape.size())) : i] =
        steps[i] < 0;
  std::vector<int64_t> map;
  for (Odometer it(shape, strides); !it.done(); it.Next()) {
    int64_t from = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis)
      from +=
          strides[axis] * (flipped[axis] ? shape[axis] - 1 - it.index()[axis] : it.index()[axis]);
    map.push_back(from);
  }
  kernel.Permute(map);
}

void PadReflectsTheEdge(Kernel& kernel) {
  if (kernel.Is({"Pad"}) && kernel.AttrString("mode", "constant") == "reflect")
    kernel.RerunWith("mode", std::string("edge"));
}

void PadIgnoresValue(Kernel& kernel) {
  if (!kernel.Is({"Pad"}) || !kernel.HasTensor(2)) return;
  Node variant = kernel.node();
  variant.inputs[2] = kAbsent;
  std::vector<Known> inputs = kernel.inputs();
  inputs[2] = Known();
  kernel.Rerun(variant, std::move(inputs));
}

void ReverseSequenceReversesAll(Kernel& kernel) {
  if (!kernel.Is({"ReverseSequence"})) return;
  const Shape& shape = kernel.in(0).shape();
  const auto axis = static_cast<size_t>(Normal(kernel.AttrInt("time_axis", 0), shape.size()));
  std::vector<Known> inputs = kernel.inputs();
  for (int64_t k = 0; k < kernel.in(1).count(); ++k)
    inputs[1].tensor.set(k, Int::Point(shape[axis]));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void EyeLikeIgnoresK(Kernel& kernel) {
  if (kernel.Is({"EyeLike"})) kernel.RerunWithout("k");
}

void UniqueForgetsToSort(Kernel& kernel) {
  if (kernel.Is({"Unique"}) && kernel.AttrInt("sorted", 1) == 1)
    kernel.RerunWith("sorted", int64_t{0});
}

void OneHotIgnoresNegativeIndex(Kernel& kernel) {
  if (!kernel.Is({"OneHot"}) || kernel.in(0).is_real()) return;
  std::vector<Known> inputs = kernel.inputs();
  // Far outside: gives a row of "off" values.
  for (int64_t k = 0; k < kernel.in(0).count(); ++k)
    if (kernel.in(0).integer(k).v < 0) inputs[0].tensor.set(k, Int::Point(100));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void ExpandReadsOn(Kernel& kernel) {
  if (!kernel.Is({"Expand"}) || !kernel.HasResult() || kernel.in(0).count() < 2) return;
  // Reads its input on and on instead of by strides.
  std::vector<int64_t> map;
  for (int64_t k = 0; k < kernel.out().count(); ++k) map.push_back(k % kernel.in(0).count());
  kernel.Replace({Known(kernel.in(0).Take(kernel.out().shape(), map))});
}

}  // namespace assay::faults
