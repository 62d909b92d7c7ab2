// AffineGrid: the sampling grid of an affine map.
//
//   grid[n, p..] = theta[n] * (coordinates of p from the innermost axis outwards, 1), evenly spaced
//   over [-1, 1]
//
// Spec:  ONNX opset 20, 2-D and 3-D.
// Traps: with align_corners the ends are the centres of the outer elements, else their outer edges;
// one element with align_corners
//        has no step: -1 and 0 are both in use.
#include "ops/elementwise.h"
#include "ops/list.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferAffineGrid(const InferCall& call) {
  const TensorType& theta = call.input(0);
  if (theta.has_rank && theta.rank() != 3)
    return Invalid(StrCat("AffineGrid takes theta [N, 2, 3] or [N, 3, 4], not ", TypeText(theta)));
  const auto size = call.ConstantInts(1);
  int rank = -1;
  if (size.has_value())
    rank = static_cast<int>(size->size()) - 2;
  else if (theta.has_rank && theta.dims[1].known())
    rank = theta.dims[1].size > 3 ? 99 : static_cast<int>(theta.dims[1].size);
  if (rank < 0 && !size.has_value()) return OneType(TensorType(theta.dtype));
  if (rank != 2 && rank != 3) return Invalid(StrCat("AffineGrid over ", rank, " axes"));
  const auto differs = [&](size_t axis, int64_t want) {
    return theta.has_rank && theta.dims[axis].known() && theta.dims[axis].size != want;
  };
  if (differs(1, rank) || differs(2, rank + 1))
    return Invalid(StrCat("AffineGrid over ", rank, " axes with theta ", TypeText(theta)));
  Dims dims{theta.has_rank ? theta.dims[0] : Dim::Unknown()};
  for (int i = 0; i < rank; ++i)
    dims.push_back(size.has_value() ? Dim::Known((*size)[static_cast<size_t>(i) + 2])
                                    : Dim::Unknown());
  dims.push_back(Dim::Known(rank));
  for (const Dim dim : dims)
    if (!dim.known() && size.has_value() && dim.size < -1)
      return Invalid(StrCat("size holds ", dim.size));
  return OneType(TensorType(theta.dtype, dims));
}

// Position i of `count` evenly spaced ones.
Real Base(const Arith& arith, int64_t i, int64_t count, bool align) {
  if (align && count == 1) {
    if (arith.adversarial()) return Real::Point(arith.adversary().Chance(0.5) ? -1 : 0);
    return {-1, -1, 0, Nan::kNever};
  }
  const auto x = static_cast<double>(i), n = static_cast<double>(count);
  const double exact = align ? -1 + 2 * x / (n - 1) : (2 * x + 1) / n - 1;
  // The first position plus i steps: exact where the step is a power of two. Else the step and its
  // multiple, both at most 2, are rounded, and the sum; the last position need not be 1 then.
  const double step = 2 / (align ? n - 1 : n);
  int exponent;
  if (std::frexp(step, &exponent) == 0.5 || (align && i == 0)) return Real::Point(exact);
  return arith.Inexact(Real::Point(exact), 6 * arith.unit());
}

Result<Outputs> EvaluateAffineGrid(const EvalCall& call) {
  const Bounded& theta = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> size, ListOf(call, 1, "size"));
  const bool align = call.AttrInt("align_corners", 0) != 0;
  const Arith arith = call.arith(theta.dtype());
  const size_t rank = size.size() - 2;
  if (size.size() < 4 || size.size() > 5 || theta.shape()[1] != static_cast<int64_t>(rank) ||
      theta.shape()[2] != theta.shape()[1] + 1 || size[0] != theta.shape()[0])
    return Invalid(StrCat("AffineGrid with theta ", ShapeText(theta.shape()), " and size [",
                          Join(size, ","), "]"));
  Shape shape{size[0]};
  for (size_t i = 0; i < rank; ++i) {
    if (size[i + 2] < 0) return Invalid(StrCat("size holds ", size[i + 2]));
    shape.push_back(size[i + 2]);
  }
  const Shape positions = shape;
  shape.push_back(static_cast<int64_t>(rank));
  ASSAY_ASSIGN(Bounded grid, NewTensor(theta.dtype(), shape));
  std::vector<Real> row(rank + 1), base(rank + 1);
  int64_t o = 0;
  for (Odometer it(positions, Strides(positions)); !it.done(); it.Next()) {
    for (size_t d = 0; d < rank; ++d)
      base[d] = Base(arith, it.index()[rank - d], positions[rank - d], align);
    base[rank] = Real::Point(1);
    for (size_t r = 0; r < rank; ++r) {
      for (size_t k = 0; k <= rank; ++k)
        row[k] = theta.real((it.index()[0] * static_cast<int64_t>(rank) + static_cast<int64_t>(r)) *
                                static_cast<int64_t>(rank + 1) +
                            static_cast<int64_t>(k));
      grid.set(o++, arith.Dot(row, base));
    }
  }
  return One(std::move(grid));
}

std::optional<Proposal> ProposeAffineGrid(const ProposeCall& call) {
  const Shape theta = call.shape(0);
  if (theta.size() != 3 || !((theta[1] == 2 && theta[2] == 3) || (theta[1] == 3 && theta[2] == 4)))
    return std::nullopt;
  std::vector<int64_t> size{theta[0], call.rng.Int(1, 3)};
  for (int64_t i = 0; i < theta[1]; ++i) size.push_back(call.rng.Int(2, 4));
  return Proposal{.attrs = {{"align_corners", call.rng.Int(0, 1)}},
                  .constants = {Int64Vector(size)}};
}

}  // namespace

OpDef AffineGridDef() {
  return {.name = "AffineGrid",
          .meaning = "sampling grid of an affine map",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferAffineGrid,
          .evaluate = EvaluateAffineGrid,
          .propose = ProposeAffineGrid,
          .open = {{"an axis of one element with align_corners",
                    "ONNX AffineGrid: positions 'evenly spaced' from -1 to 1"}}};
}

}  // namespace assay::ops
