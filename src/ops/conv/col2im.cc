// Col2Im: adds columns of block elements back to the image they were taken from.
//
//   y[n, c, o * stride - pad + k * dilation ..] += x[n, c * |block| + k, o]      for every block o
//   inside the padded image
//
// Spec:  ONNX opset 18.
// Traps: the number of columns must be the number of blocks; elements that fall on the padding are
// dropped.
#include "ops/conv/window.h"
#include "ops/elementwise.h"
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Types> InferCol2Im(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() != 3)
    return Invalid(StrCat("Col2Im takes [N, C * block, L], not ", TypeText(x)));
  const auto image = call.ConstantInts(1), block = call.ConstantInts(2);
  const TensorType& shape_type = call.input(1);
  size_t rank = 0;
  if (image.has_value())
    rank = image->size();
  else if (shape_type.has_rank && shape_type.rank() == 1 && shape_type.dims[0].known() &&
           shape_type.dims[0].size < 64)
    rank = static_cast<size_t>(shape_type.dims[0].size);
  else
    return OneType(TensorType(x.dtype));
  Dims dims{x.has_rank ? x.dims[0] : Dim::Unknown(), Dim::Unknown()};
  if (block.has_value() && x.has_rank && x.dims[1].known()) {
    ASSAY_RETURN_IF_ERROR(CheckKernel(*block, rank));
    int64_t size = 1;
    for (const int64_t b : *block)
      if (b < 0 || __builtin_mul_overflow(size, b, &size))
        return Invalid(StrCat("block_shape holds ", b));
    if (x.dims[1].size % size != 0)
      return Invalid(StrCat(x.dims[1].size, " rows do not hold whole blocks of ", size));
    dims[1] = Dim::Known(x.dims[1].size / size);
  }
  for (size_t i = 0; i < rank; ++i) {
    if (image.has_value() && (*image)[i] < 0)
      return Invalid(StrCat("image_shape holds ", (*image)[i]));
    dims.push_back(image.has_value() ? Dim::Known((*image)[i]) : Dim::Unknown());
  }
  return OneType(TensorType(x.dtype, dims));
}

// Terms of one image element.
Bounded AddBlocks(const EvalCall& call, const WindowAxes& axes, const Shape& shape) {
  const Bounded& x = call.tensor(0);
  const int64_t plane = InputPositions(axes), kernel = KernelSize(axes),
                columns = OutputPositions(axes);
  std::vector<std::vector<int64_t>> sources(
      static_cast<size_t>(plane));  // within one channel's block rows
  ForEachWindow(axes, [&](int64_t position, std::span<const WindowTap> taps) {
    for (const WindowTap& tap : taps)
      if (tap.input >= 0)
        sources[static_cast<size_t>(tap.input)].push_back(tap.kernel * columns + position);
  });
  Bounded out(x.dtype(), shape);
  std::vector<Real> terms;
  for (int64_t i = 0; i < out.count(); ++i) {
    const int64_t base = i / plane * kernel * columns;
    const std::vector<int64_t>& from = sources[static_cast<size_t>(i % plane)];
    if (x.is_real()) {
      terms.clear();
      for (const int64_t s : from) terms.push_back(x.real(base + s));
      out.set(i, call.arith(x.dtype()).Sum(terms));
    } else {
      Int sum = Int::Point(0);
      for (const int64_t s : from) sum = call.int_arith(x.dtype()).Add(sum, x.integer(base + s));
      out.set(i, sum);
    }
  }
  return out;
}

Result<Outputs> EvaluateCol2Im(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_string() || x.dtype() == DType::kBool) return Unsupported("Col2Im adds numbers only");
  ASSAY_ASSIGN(const std::vector<int64_t> image, ListOf(call, 1, "image_shape"));
  ASSAY_ASSIGN(const std::vector<int64_t> block, ListOf(call, 2, "block_shape"));
  ASSAY_RETURN_IF_ERROR(CheckKernel(block, image.size()));
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, image.size()));
  Shape shape{x.shape()[0], 0};
  for (const int64_t size : image) {
    if (size < 0) return Invalid(StrCat("image_shape holds ", size));
    shape.push_back(size);
  }
  ASSAY_ASSIGN(const WindowAxes axes, PlaceWindows(attrs, shape, block));
  if (x.shape()[1] % KernelSize(axes) != 0 || x.shape()[2] != OutputPositions(axes))
    return Invalid(StrCat("Col2Im of ", ShapeText(x.shape()), ": blocks of ", KernelSize(axes),
                          " elements at ", OutputPositions(axes), " positions"));
  shape[1] = x.shape()[1] / KernelSize(axes);
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  return One(AddBlocks(call, axes, shape));
}

// The input's columns decide the image: L blocks side by side along the last axis.
std::optional<Proposal> ProposeCol2Im(const ProposeCall& call) {
  if (call.rank(0) != 3 || call.dtype(0) == DType::kBool || call.dtype(0) == DType::kString)
    return std::nullopt;
  const Shape x = call.shape(0);
  if (ElementCount(x) == 0) return std::nullopt;
  Rng& rng = call.rng;
  std::vector<int64_t> divisors;
  for (int64_t d = 1; d <= std::min<int64_t>(x[1], 6); ++d)
    if (x[1] % d == 0) divisors.push_back(d);
  const int64_t size = rng.Pick<int64_t>(divisors), stride = rng.Int(1, 2);
  const int64_t height = size % 2 == 0 && rng.Chance(0.5) ? 2 : 1, width = size / height;
  const std::vector<int64_t> block{height, width}, image{height, (x[2] - 1) * stride + width};
  return Proposal{.attrs = {{"strides", std::vector<int64_t>{1, stride}}},
                  .constants = {Int64Vector(image), Int64Vector(block)}};
}

}  // namespace

OpDef Col2ImDef() {
  return {.name = "Col2Im",
          .meaning = "adds column blocks back into an image",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 1},
          .infer = InferCol2Im,
          .evaluate = EvaluateCol2Im,
          .propose = ProposeCol2Im};
}

}  // namespace assay::ops
