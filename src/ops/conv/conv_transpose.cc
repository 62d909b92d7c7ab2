// ConvTranspose: the transpose of a convolution: each input element adds a scaled kernel to the
// output.
//
//   y[n, m, i * stride - pad + k * dilation ..] += w[c, m, k..] * x[n, c, i..]        (+ b[m])
//   out = stride * (in - 1) + output_padding + (kernel - 1) * dilation + 1 - pads
//
// Spec:  ONNX opsets 1, 11, 22 (bfloat16). W is [C, M/group, ..].
// Traps: output_shape overrides pads, which are then split with the odd one first unless auto_pad
// is SAME_UPPER; SAME gives
//        out = in * stride. The padding derived from output_shape may be negative: the output then
//        grows at the far side.
#include "bound/real_writer.h"
#include "ops/conv/window.h"
#include "ops/elementwise.h"
#include "ops/linear/contraction.h"
#include "ops/linear/cut_factors.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

// Here `in` is the input, `out` the output, and begin/end are cut from the output.
Result<WindowAxis> PlaceTransposed(const Call& call, const WindowAttrs& attrs, size_t i, int64_t in,
                                   int64_t kernel) {
  WindowAxis axis{
      .in = in, .kernel = kernel, .stride = attrs.strides[i], .dilation = attrs.dilations[i]};
  if (in > (int64_t{1} << 31)) return Invalid(StrCat("an axis of size ", in, " is too large"));
  const std::vector<int64_t> extra = call.AttrInts("output_padding"),
                             wanted = call.AttrInts("output_shape");
  const size_t rank = attrs.strides.size();
  if (!extra.empty() && (extra.size() != rank || extra[i] < 0 || extra[i] > (1 << 30)))
    return Invalid("output_padding does not fit the input's rank or is negative");
  if (!wanted.empty() && wanted.size() != rank && wanted.size() != rank + 2)
    return Invalid(StrCat("output_shape has ", wanted.size(), " entries"));
  const int64_t full = axis.stride * (in - 1) + (extra.empty() ? 0 : extra[i]) + axis.extent();
  const bool same = attrs.auto_pad == "SAME_UPPER" || attrs.auto_pad == "SAME_LOWER";
  if (wanted.empty() && !same) {
    if (attrs.auto_pad == "NOTSET") {
      axis.begin = attrs.pads[i];
      axis.end = attrs.pads[rank + i];
    }
    axis.out = full - axis.begin - axis.end;
  } else {
    axis.out = wanted.empty() ? in * axis.stride : wanted[wanted.size() - rank + i];
    const int64_t total = full - axis.out;
    const int64_t half = total >= 0 ? total / 2 : -((-total) / 2);
    axis.begin = attrs.auto_pad == "SAME_UPPER" ? half : total - half;
    if (total < 0) axis.begin = 0;  // nothing to cut: the additional elements lie behind
    axis.end = total - axis.begin;
  }
  if (axis.out < 0 || axis.out > (int64_t{1} << 40) || (axis.out == 0 && in > 0))
    return Invalid(StrCat("ConvTranspose gives an axis of size ", axis.out, " from ", in));
  return axis;
}

Result<Types> InferConvTranspose(const InferCall& call) {
  const TensorType &x = call.input(0), &w = call.input(1);
  const int rank = x.has_rank ? x.rank() : w.rank();
  if (rank < 0) return OneType(TensorType(x.dtype));
  if (rank < 3 || (w.has_rank && w.rank() != rank))
    return Invalid(StrCat("ConvTranspose of ", TypeText(x), " with weights ", TypeText(w)));
  const int64_t group = call.AttrInt("group", 1);
  if (group < 1) return Invalid(StrCat("group is ", group));
  const auto spatial = static_cast<size_t>(rank - 2);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, spatial));
  std::vector<int64_t> kernel = call.AttrInts("kernel_shape");
  if (kernel.empty()) kernel.assign(spatial, -1);
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial));
  Dims dims{x.has_rank ? x.dims[0] : Dim::Unknown(), Dim::Unknown()};
  if (w.has_rank) {
    if (x.has_rank && x.dims[1].known() && w.dims[0].known() &&
        (x.dims[1].size != w.dims[0].size || x.dims[1].size % group != 0))
      return Invalid(StrCat("ConvTranspose of ", TypeText(x), " with weights ", TypeText(w), " in ",
                            group, " groups: channels do not fit"));
    int64_t channels = -1;
    if (w.dims[1].known() && __builtin_mul_overflow(w.dims[1].size, group, &channels))
      return Invalid("too many output channels");
    if (w.dims[1].known()) dims[1] = Dim::Known(channels);
    for (size_t i = 0; i < spatial; ++i) {
      if (w.dims[i + 2].known() && kernel[i] >= 0 && kernel[i] != w.dims[i + 2].size)
        return Invalid(
            StrCat("kernel_shape says ", kernel[i], " where W has ", w.dims[i + 2].size));
      if (w.dims[i + 2].known()) kernel[i] = w.dims[i + 2].size;
    }
    ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial));
    const TensorType bias = call.has_input(2) ? call.input(2) : TensorType();
    if (bias.has_rank && (bias.rank() != 1 || (bias.dims[0].known() && dims[1].known() &&
                                               bias.dims[0].size != dims[1].size)))
      return Invalid(StrCat("bias ", TypeText(bias), " for ", channels, " output channels"));
  }
  for (size_t i = 0; i < spatial; ++i) {
    const Dim in = x.has_rank ? x.dims[i + 2] : Dim::Unknown();
    if (!in.known() || kernel[i] < 0) {
      dims.push_back(Dim::Unknown());
      continue;
    }
    ASSAY_ASSIGN(const WindowAxis axis, PlaceTransposed(call, attrs, i, in.size, kernel[i]));
    dims.push_back(Dim::Known(axis.out));
  }
  return OneType(TensorType(x.dtype, dims));
}

struct TransposeProblem {
  const Bounded &x, &w;
  const Bounded* bias;
  int64_t batch, groups, channels, outputs;  // channels and outputs per group
  WindowAxes axes;                           // geometry from the output's side
  int64_t plane, positions, kernel;
};

// Input offset that output index `at` takes kernel position `k` from, or -1.
int64_t SourceOf(const WindowAxes& axes, const Shape& at, int64_t k) {
  int64_t offset = 0, stride = 1;
  for (size_t d = axes.size(); d-- > 0;) {
    const WindowAxis& axis = axes[d];
    const int64_t x = at[d] + axis.begin - (k % axis.kernel) * axis.dilation;
    k /= axis.kernel;
    if (x < 0 || x % axis.stride != 0 || x / axis.stride >= axis.in) return -1;
    offset += x / axis.stride * stride;
    stride *= axis.in;
  }
  return offset;
}

// The sum at output (n, g, m, at), by Arith::Dot.
Real OneSum(const Arith& arith, const TransposeProblem& p, int64_t n, int64_t g, int64_t m,
            const Shape& at, std::vector<Real>& a, std::vector<Real>& b) {
  a.clear();
  b.clear();
  for (int64_t k = 0; k < p.kernel; ++k) {
    const int64_t source = SourceOf(p.axes, at, k);
    if (source < 0) continue;
    for (int64_t c = 0; c < p.channels; ++c) {
      const int64_t channel = g * p.channels + c;
      a.push_back(p.x.real((n * p.groups * p.channels + channel) * p.plane + source));
      b.push_back(p.w.real((channel * p.outputs + m) * p.kernel + k));
    }
  }
  if (p.bias == nullptr) return arith.Dot(a, b);
  const Real start = p.bias->real(g * p.outputs + m);
  return arith.Dot(a, b, &start);
}

Shape OutShape(const TransposeProblem& p) {
  return WindowOutputShape(p.batch, p.groups * p.outputs, p.axes);
}

Bounded Plain(const Arith& arith, const TransposeProblem& p) {
  RealWriter writer(p.x.dtype(), OutShape(p));
  std::vector<Real> a, b;
  Shape out;
  for (const WindowAxis& axis : p.axes) out.push_back(axis.out);
  int64_t i = 0;
  for (int64_t n = 0; n < p.batch; ++n)
    for (int64_t g = 0; g < p.groups; ++g)
      for (int64_t m = 0; m < p.outputs; ++m)
        for (Odometer it(out, Strides(out)); !it.done(); it.Next())
          writer.set(i++, OneSum(arith, p, n, g, m, it.index(), a, b));
  return std::move(writer).Finish();
}

// All products of one image and group at once, then added up where they land; the errors add up in
// the same way.
Bounded Fast(const Arith& arith, const TransposeProblem& p) {
  const int64_t terms = p.channels * p.kernel;
  const Contraction kernel(arith, p.w, p.x, {.terms = terms, .start = p.bias});
  const bool marked = !kernel.a().marks.empty() || !kernel.b().marks.empty();
  if (marked) return Plain(arith, p);
  const int64_t rows = p.outputs * p.kernel;
  std::vector<double> value(static_cast<size_t>(rows * p.plane));
  std::vector<float> error(value.size());
  std::vector<double> sums(static_cast<size_t>(p.outputs * p.positions)), errors(sums.size());
  ContractionResult out(p.batch * p.groups * p.outputs * p.positions);
  Shape shape;
  for (const WindowAxis& axis : p.axes) shape.push_back(axis.out);
  std::vector<Real> a, b;
  int64_t at = 0;
  for (int64_t n = 0; n < p.batch; ++n)
    for (int64_t g = 0; g < p.groups; ++g) {
      kernel.Multiply(
          Contraction::MatrixOf(kernel.a(), g * p.channels * rows, 1, rows),
          Contraction::MatrixOf(kernel.b(), (n * p.groups + g) * p.channels * p.plane, p.plane, 1),
          rows, p.channels, p.plane, value.data(), p.plane, error.data());
      std::fill(sums.begin(), sums.end(), 0);
      std::fill(errors.begin(), errors.end(), 0);
      int64_t position = 0;
      for (Odometer it(shape, Strides(shape)); !it.done(); it.Next(), ++position)
        for (int64_t k = 0; k < p.kernel; ++k) {
          const int64_t source = SourceOf(p.axes, it.index(), k);
          for (int64_t m = 0; source >= 0 && m < p.outputs; ++m) {
            const auto from = static_cast<size_t>((m * p.kernel + k) * p.plane + source),
                       to = static_cast<size_t>(m * p.positions + position);
            sums[to] += value[from];
            errors[to] += error[from];
          }
        }
      for (int64_t m = 0; m < p.outputs; ++m) {
        Real start;
        if (p.bias != nullptr) start = p.bias->real(g * p.outputs + m);
        position = 0;
        for (Odometer it(shape, Strides(shape)); !it.done(); it.Next(), ++position, ++at) {
          const auto from = static_cast<size_t>(m * p.positions + position);
          const auto y = kernel.Finish(sums[from], errors[from], Mark::kNone,
                                       p.bias == nullptr ? nullptr : &start);
          out.Set(at, y.has_value() ? *y : OneSum(arith, p, n, g, m, it.index(), a, b));
        }
      }
    }
  return std::move(out).Take(p.x.dtype(), OutShape(p));
}

Result<Outputs> UncutConvTranspose(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &w = call.tensor(1);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, x.shape().size() - 2));
  const int64_t group = call.AttrInt("group", 1);
  TransposeProblem p{.x = x,
                     .w = w,
                     .bias = call.has_input(2) ? &call.tensor(2) : nullptr,
                     .batch = x.shape()[0],
                     .groups = group,
                     .channels = x.shape()[1] / group,
                     .outputs = w.shape()[1],
                     .axes = {},
                     .plane = 0,
                     .positions = 0,
                     .kernel = 0};
  for (size_t i = 0; i + 2 < x.shape().size(); ++i) {
    ASSAY_ASSIGN(const WindowAxis axis,
                 PlaceTransposed(call, attrs, i, x.shape()[i + 2], w.shape()[i + 2]));
    p.axes.push_back(axis);
  }
  p.plane = InputPositions(p.axes);
  p.kernel = KernelSize(p.axes);
  ASSAY_RETURN_IF_ERROR(CheckSize(OutShape(p)));
  p.positions = OutputPositions(p.axes);
  const Arith arith = call.arith(x.dtype());
  const bool scratch_fits = p.outputs * p.kernel * p.plane <= kMaxElements;
  if (scratch_fits && Contraction::Worthwhile(arith, p.batch * p.groups * p.outputs * p.plane,
                                              p.channels * p.kernel))
    return One(Fast(arith, p));
  return One(Plain(arith, p));
}

Result<Outputs> EvaluateConvTranspose(const EvalCall& call) {
  return WithCutFactors(call, UncutConvTranspose);
}

std::optional<Proposal> ProposeConvTranspose(const ProposeCall& call) {
  if (call.rank(0) < 3 || call.rank(0) > 5) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  if (ElementCount(x) == 0) return std::nullopt;
  const auto rank = x.size() - 2;
  std::vector<int64_t> kernel(rank), strides(rank), dilations(rank), extra(rank), pads(2 * rank);
  for (size_t i = 0; i < rank; ++i) {
    kernel[i] = rng.Int(1, 3);
    strides[i] = rng.Int(1, 3);
    dilations[i] = rng.Chance(0.3) ? 2 : 1;
    extra[i] = rng.Chance(0.3) ? rng.Int(0, strides[i] - 1) : 0;
    const int64_t full = strides[i] * (x[i + 2] - 1) + (kernel[i] - 1) * dilations[i] + 1;
    pads[i] = rng.Int(0, std::min<int64_t>(1, (full - 1) / 2));
    pads[rank + i] = rng.Int(0, std::min<int64_t>(1, (full - 1) / 2));
  }
  int64_t group = 1;
  if (rng.Chance(0.3) && x[1] % 2 == 0) group = 2;
  Shape w{x[1], rng.Int(1, 3)};
  for (const int64_t k : kernel) w.push_back(k);
  Proposal out{.attrs = {{"strides", strides}, {"dilations", dilations}},
               .constants = {RandomTensor(rng, call.dtype(0), w)}};
  const int choice = static_cast<int>(rng.Int(0, 3));
  if (choice <= 1) out.attrs.Set("pads", pads);
  if (choice == 1) out.attrs.Set("output_padding", extra);
  bool same = choice == 2;  // SAME needs a kernel that reaches in * stride
  for (size_t i = 0; i < rank; ++i) same = same && (kernel[i] - 1) * dilations[i] + 1 >= strides[i];
  if (same) out.attrs.Set("auto_pad", std::string(rng.Chance(0.5) ? "SAME_UPPER" : "SAME_LOWER"));
  if (group > 1) out.attrs.Set("group", group);
  if (rng.Chance(0.5))
    out.constants.emplace_back(RandomTensor(rng, call.dtype(0), Shape{w[1] * group}));
  return out;
}

}  // namespace

OpDef ConvTransposeDef() {
  return {
      .name = "ConvTranspose",
      .meaning = "transposed convolution",
      .rounding = Rounding::kSum,
      .data_inputs = {1, 1},
      .infer = InferConvTranspose,
      .evaluate = EvaluateConvTranspose,
      .propose = ProposeConvTranspose,
      .open = {{"output_shape larger than what the input reaches",
                "ONNX ConvTranspose: total_padding is then negative, its halves are not defined"}}};
}

}  // namespace assay::ops
