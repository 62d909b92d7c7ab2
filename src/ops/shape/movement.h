// What operators that move data share: axes, parts of a tensor, joining tensors, sizes that are
// only partly known.
#pragma once

#include <span>
#include <vector>

#include "ops/elementwise.h"

namespace assay::ops {

// Every axis in [-rank, rank), made non-negative; naming one twice is an error.
Result<std::vector<int>> DistinctAxes(std::span<const int64_t> axes, int rank);

// A tensor seen along one axis: element (o, i, k) lies at (o * size + i) * inner + k.
struct AxisView {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;

  AxisView(const Shape& shape, int axis);
  int64_t at(int64_t o, int64_t i, int64_t k) const { return (o * size + i) * inner + k; }
};

// `shape` with another size at `axis`; without `axis`; with a new axis of `size` before position
// `axis`.
Shape WithSize(Shape shape, int axis, int64_t size);
Shape WithoutAxis(Shape shape, int axis);
Shape WithNewAxis(Shape shape, int axis, int64_t size);

// Refuses shapes of more elements than are evaluated (kMaxElements).
Status CheckEvaluable(const Shape& shape);

// Elements start, start + 1, .., start + size - 1 along `axis`. Needs that range inside the tensor.
Bounded TakePart(const Bounded& data, int axis, int64_t start, int64_t size);
// The tensors one behind the other along `axis`; all other sizes and the element types must agree.
Result<Bounded> Concatenate(std::span<const Bounded> parts, int axis);
// The tensors, all of one shape, along a new axis.
Result<Bounded> Stack(std::span<const Bounded> parts, int axis);

// The elements of an attribute. In adversary mode every element is a point.
Result<Bounded> FromAttribute(const EvalCall& call, const Tensor& tensor);

// Product of the sizes in [first, last) as far as it is known.
Dim ProductOf(const Dims& dims, size_t first, size_t last);
// The dims with one left out, or one put in.
Dims WithoutDim(const Dims& dims, size_t at);
Dims WithNewDim(const Dims& dims, size_t at, Dim dim);
// A type of known rank whose sizes are not known.
TensorType OfRank(DType dtype, int64_t rank);
// The length of a 1-D input when its type tells, else -1.
int64_t KnownLength(const TensorType& type);

// Either of two values: the hull element by element where kinds and shapes agree, otherwise nothing
// is determined.
Known EitherOf(const Known& likely, const Known& other);

// Integers of an attribute (before `since`) or of input `i` (from then on). Nothing when it is
// absent.
std::optional<std::vector<int64_t>> AttrOrConstant(const InferCall& call, std::string_view attr,
                                                   size_t i, int since);
Result<std::optional<std::vector<int64_t>>> AttrOrInput(const EvalCall& call, std::string_view attr,
                                                        size_t i, int since);

}  // namespace assay::ops
