// DeformConv: convolution whose kernel positions are moved by learned offsets and weighted by a
// mask.
//
//   y[n, m, o..] = b[m] + sum over c, k.. of  w[m, c, k..] * mask[n, g(c), k.., o..] * x[n, c, o *
//   stride - pad + k * dilation + offset]
//
// Spec:  ONNX opsets 19, 22 (bfloat16). offset is [N, offset_group * |kernel| * rank, o..], one
// coordinate per axis, outermost first. Traps: x is interpolated linearly with zeros outside;
// offset groups and weight groups divide the channels independently.
#include "ops/conv/window.h"
#include "ops/elementwise.h"
#include "ops/image/sample_point.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

bool Differ(const Dim& a, int64_t size) { return a.known() && size >= 0 && a.size != size; }

Status CheckOperands(const InferCall& call, int64_t kernel_size, const Dims& out) {
  const TensorType &x = call.input(0), &w = call.input(1), &offset = call.input(2);
  const int64_t group = call.AttrInt("group", 1), offset_group = call.AttrInt("offset_group", 1),
                rank = x.rank() - 2;
  if (group < 1 || offset_group < 1)
    return Invalid(StrCat("group is ", group, ", offset_group is ", offset_group));
  const int64_t channels = x.dims[1].size, outputs = w.dims[0].size;
  if (channels >= 0 && (channels % group != 0 || channels % offset_group != 0 ||
                        Differ(w.dims[1], channels / group)))
    return Invalid(StrCat("DeformConv of ", TypeText(x), " with weights ", TypeText(w),
                          ": channels do not fit"));
  if (outputs >= 0 && outputs % group != 0)
    return Invalid(StrCat(outputs, " output channels in ", group, " groups"));
  const int64_t taps = kernel_size < 0 ? -1 : offset_group * kernel_size;
  if (offset.has_rank) {
    if (offset.rank() != x.rank() || Differ(offset.dims[1], taps < 0 ? -1 : taps * rank))
      return Invalid(StrCat("DeformConv: offset is ", TypeText(offset)));
    for (size_t i = 2; i < offset.dims.size(); ++i)
      if (Differ(offset.dims[i], out[i].size))
        return Invalid(StrCat("DeformConv: offset is ", TypeText(offset), " where axis ", i,
                              " has ", out[i].size));
  }
  if (call.has_input(3) && call.input(3).has_rank &&
      (call.input(3).rank() != 1 || Differ(call.input(3).dims[0], outputs)))
    return Invalid(StrCat("DeformConv: B is ", TypeText(call.input(3))));
  if (call.has_input(4) && call.input(4).has_rank) {
    const TensorType& mask = call.input(4);
    if (mask.rank() != x.rank() || Differ(mask.dims[1], taps))
      return Invalid(StrCat("DeformConv: mask is ", TypeText(mask)));
    for (size_t i = 2; i < mask.dims.size(); ++i)
      if (Differ(mask.dims[i], out[i].size))
        return Invalid(StrCat("DeformConv: mask is ", TypeText(mask), " where axis ", i, " has ",
                              out[i].size));
  }
  return {};
}

Result<Types> InferDeformConv(const InferCall& call) {
  const TensorType &x = call.input(0), &w = call.input(1);
  if (!x.has_rank || !w.has_rank) return OneType(TensorType(x.dtype));
  if (x.rank() < 3 || w.rank() != x.rank())
    return Invalid(StrCat("DeformConv of ", TypeText(x), " with weights ", TypeText(w)));
  const auto spatial = static_cast<size_t>(x.rank() - 2);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, spatial));
  std::vector<int64_t> kernel = call.AttrInts("kernel_shape");
  if (kernel.empty()) kernel.assign(spatial, -1);
  if (kernel.size() != spatial)
    return Invalid(StrCat("kernel_shape has ", kernel.size(), " entries"));
  int64_t kernel_size = 1;
  for (size_t i = 0; i < spatial; ++i) {
    if (Differ(w.dims[i + 2], kernel[i]))
      return Invalid(StrCat("kernel_shape says ", kernel[i], " where W has ", w.dims[i + 2].size));
    if (w.dims[i + 2].known()) kernel[i] = w.dims[i + 2].size;
    kernel_size =
        kernel[i] < 0 || kernel_size < 0 || kernel_size > (1 << 20) ? -1 : kernel_size * kernel[i];
  }
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial));
  ASSAY_ASSIGN(const Dims windows, InferWindows(attrs, x, kernel));
  Dims dims{x.dims[0], w.dims[0]};
  for (const Dim dim : windows) dims.push_back(dim);
  ASSAY_RETURN_IF_ERROR(CheckOperands(call, kernel_size, dims));
  return OneType(TensorType(x.dtype, dims));
}

class Deformed {
 public:
  Deformed(const EvalCall& call, WindowAxes axes)
      : call_(call),
        axes_(std::move(axes)),
        arith_(call.arith(call.tensor(0).dtype())),
        x_(call.tensor(0)),
        w_(call.tensor(1)),
        offset_(call.tensor(2)) {
    for (const WindowAxis& axis : axes_) sizes_.push_back(axis.in);
    const Shape all = Strides(x_.shape());
    strides_.assign(all.begin() + 2, all.end());
    kernel_ = KernelSize(axes_);
    positions_ = OutputPositions(axes_);
    groups_ = call.AttrInt("group", 1);
    offset_groups_ = call.AttrInt("offset_group", 1);
  }

  // Samples of all channels and kernel positions for image n at output index `at` (number
  // `position`).
  void Sample(int64_t n, const Shape& at, int64_t position) {
    const int64_t channels = x_.shape()[1], rank = static_cast<int64_t>(axes_.size());
    samples_.assign(static_cast<size_t>(channels * kernel_), Real());
    for (int64_t og = 0; og < offset_groups_; ++og)
      for (int64_t k = 0; k < kernel_; ++k) {
        std::vector<Real> where(axes_.size());
        int64_t rest = k;
        for (int64_t d = rank; d-- > 0;) {
          const WindowAxis& axis = axes_[static_cast<size_t>(d)];
          const int64_t fixed = at[static_cast<size_t>(d)] * axis.stride - axis.begin +
                                rest % axis.kernel * axis.dilation;
          rest /= axis.kernel;
          const Real moved = offset_.real(
              ((n * offset_groups_ + og) * kernel_ * rank + k * rank + d) * positions_ + position);
          where[static_cast<size_t>(d)] =
              arith_.Add(Real::Point(static_cast<double>(fixed)), moved);
        }
        const SamplePoint point(arith_, where, sizes_, strides_, Filter{}, Border::kZeros);
        const int64_t each = channels / offset_groups_;
        for (int64_t c = og * each; c < (og + 1) * each; ++c) {
          Real value = point.Of(x_, (n * channels + c) * strides_[0] * sizes_[0]);
          if (call_.has_input(4))
            value = arith_.Mul(
                value, call_.tensor(4).real(((n * offset_groups_ + og) * kernel_ + k) * positions_ +
                                            position));
          samples_[static_cast<size_t>(c * kernel_ + k)] = value;
        }
      }
  }

  Real Output(int64_t m) const {
    const int64_t per_group = w_.shape()[1], terms = per_group * kernel_,
                  group = m / (w_.shape()[0] / groups_);
    std::vector<Real> weights;
    for (int64_t i = 0; i < terms; ++i) weights.push_back(w_.real(m * terms + i));
    const auto samples =
        std::span(samples_).subspan(static_cast<size_t>(group * terms), static_cast<size_t>(terms));
    if (!call_.has_input(3)) return arith_.Dot(weights, samples);
    const Real start = call_.tensor(3).real(m);
    return arith_.Dot(weights, samples, &start);
  }

  int64_t positions() const { return positions_; }

 private:
  const EvalCall& call_;
  WindowAxes axes_;
  Arith arith_;
  const Bounded &x_, &w_, &offset_;
  std::vector<int64_t> sizes_, strides_;
  int64_t kernel_, positions_, groups_, offset_groups_;
  std::vector<Real> samples_;
};

Result<Outputs> EvaluateDeformConv(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &w = call.tensor(1);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, x.shape().size() - 2));
  const std::vector<int64_t> kernel(w.shape().begin() + 2, w.shape().end());
  ASSAY_ASSIGN(const WindowAxes axes, PlaceWindows(attrs, x.shape(), kernel));
  const Shape shape = WindowOutputShape(x.shape()[0], w.shape()[0], axes);
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  Bounded y(x.dtype(), shape);
  if (y.count() == 0) return One(std::move(y));
  Deformed deformed(call, axes);
  const Shape out(shape.begin() + 2, shape.end());
  for (int64_t n = 0; n < shape[0]; ++n)
    for (Odometer it(out, Strides(out)); !it.done(); it.Next()) {
      deformed.Sample(n, it.index(), it.offset());
      for (int64_t m = 0; m < shape[1]; ++m)
        y.set((n * shape[1] + m) * deformed.positions() + it.offset(), deformed.Output(m));
    }
  return One(std::move(y));
}

std::optional<Proposal> ProposeDeformConv(const ProposeCall& call) {
  if (call.rank(0) != 4 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  const std::vector<int64_t> kernel = ProposeKernel(rng, x, 3);
  const int64_t pad = rng.Int(0, 1), outputs = rng.Int(1, 3),
                offset_group = x[1] % 2 == 0 && rng.Chance(0.4) ? 2 : 1;
  Shape offset{x[0], offset_group * kernel[0] * kernel[1] * 2},
      mask{x[0], offset_group * kernel[0] * kernel[1]};
  for (size_t i = 0; i < 2; ++i) {
    offset.push_back(x[i + 2] + 2 * pad - kernel[i] + 1);
    mask.push_back(offset.back());
  }
  Proposal out{
      .attrs = {{"kernel_shape", kernel},
                {"pads", std::vector<int64_t>(4, pad)},
                {"offset_group", offset_group}},
      .constants = {RandomTensor(rng, call.dtype(0), Shape{outputs, x[1], kernel[0], kernel[1]}),
                    RandomTensor(rng, call.dtype(0), offset, -1, 1)}};
  const bool with_mask = rng.Chance(0.5);
  if (rng.Chance(0.5))
    out.constants.emplace_back(RandomTensor(rng, call.dtype(0), Shape{outputs}));
  else if (with_mask)
    out.constants.emplace_back(std::nullopt);
  if (with_mask) out.constants.emplace_back(RandomTensor(rng, call.dtype(0), mask, 0, 1));
  return out;
}

}  // namespace

OpDef DeformConvDef() {
  return {.name = "DeformConv",
          .meaning = "convolution at learned offsets",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferDeformConv,
          .evaluate = EvaluateDeformConv,
          .propose = ProposeDeformConv};
}

}  // namespace assay::ops
