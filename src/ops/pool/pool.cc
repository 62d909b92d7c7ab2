#include "ops/pool/pool.h"

#include "ops/elementwise.h"
#include "ops/size_check.h"

namespace assay::ops {

Result<TensorType> InferPool(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return TensorType(x.dtype);
  if (x.rank() < 3) return Invalid(StrCat("pooling takes [N, C, ..], not ", TypeText(x)));
  const auto spatial = static_cast<size_t>(x.rank() - 2);
  const std::vector<int64_t> kernel = call.AttrInts("kernel_shape");
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial));
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, spatial));
  ASSAY_ASSIGN(const Dims windows, InferWindows(attrs, x, kernel));
  Dims dims{x.dims[0], x.dims[1]};
  for (const Dim dim : windows) dims.push_back(dim);
  return TensorType(x.dtype, dims);
}

Result<Pool> ReadPool(const Call& call, const Shape& input) {
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, input.size() - 2));
  Pool pool{};
  ASSAY_ASSIGN(pool.axes, PlaceWindows(attrs, input, call.AttrInts("kernel_shape")));
  pool.shape = WindowOutputShape(input[0], input[1], pool.axes);
  ASSAY_RETURN_IF_ERROR(CheckSize(pool.shape));
  pool.planes = input[0] * input[1];
  pool.plane = InputPositions(pool.axes);
  pool.positions = OutputPositions(pool.axes);
  return pool;
}

Result<Types> InferGlobalPool(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(x);
  if (x.rank() < 3) return Invalid(StrCat("pooling takes [N, C, ..], not ", TypeText(x)));
  Dims dims{x.dims[0], x.dims[1]};
  for (int i = 2; i < x.rank(); ++i) dims.push_back(Dim::Known(1));
  return OneType(TensorType(x.dtype, dims));
}

Pool GlobalPool(const Shape& input) {
  Pool pool{};
  for (size_t i = 2; i < input.size(); ++i)
    pool.axes.push_back({.in = input[i], .kernel = input[i], .out = 1});
  pool.shape = WindowOutputShape(input[0], input[1], pool.axes);
  pool.planes = input[0] * input[1];
  pool.plane = InputPositions(pool.axes);
  pool.positions = 1;
  return pool;
}

std::optional<Proposal> ProposePool(const ProposeCall& call, bool dilated, bool has_ceil_mode) {
  if (call.rank(0) < 3 || call.rank(0) > 5) return std::nullopt;
  const Shape x = call.shape(0);
  if (ElementCount(x) == 0) return std::nullopt;
  const std::vector<int64_t> kernel = ProposeKernel(call.rng, x, 3);
  const auto attrs = ProposeWindow(call.rng, x, kernel, dilated);
  if (!attrs.has_value()) return std::nullopt;
  Proposal out{.attrs = *attrs};
  out.attrs.Set("kernel_shape", kernel);
  if (has_ceil_mode && !out.attrs.Has("auto_pad") && call.rng.Chance(0.3))
    out.attrs.Set("ceil_mode", int64_t{1});
  return out;
}

std::optional<Proposal> ProposeGlobalPool(const ProposeCall& call) {
  if (call.rank(0) < 3 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  return Proposal{};
}

}  // namespace assay::ops
