#include "ops/conv/convolve.h"

#include "bound/real_writer.h"
#include "ops/conv/patches.h"
#include "ops/conv/transformed.h"
#include "ops/linear/contraction.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

// Memory for the patches of one block.
constexpr int64_t kBlockBytes = int64_t{12} << 20;

struct Sizes {
  int64_t batch, channels, outputs, groups;  // channels and outputs per group
  int64_t plane, positions, kernel, terms;
};

Sizes SizesOf(const Bounded& x, const Bounded& w, int64_t group, const WindowAxes& axes) {
  Sizes s{.batch = x.shape()[0],
          .channels = w.shape()[1],
          .outputs = w.shape()[0] / group,
          .groups = group,
          .plane = InputPositions(axes),
          .positions = OutputPositions(axes),
          .kernel = KernelSize(axes),
          .terms = 0};
  s.terms = s.channels * s.kernel;
  return s;
}

// One output element by Arith::Dot.
class TapDots {
 public:
  TapDots(const Arith& arith, const Bounded& x, const Bounded& w, const Bounded* bias,
          const Sizes& sizes)
      : arith_(arith), x_(x), w_(w), bias_(bias), s_(sizes) {
    // Padding counts only where an infinite weight or a NaN would meet it.
    for (int64_t i = 0; i < w.count() && !with_padding_; ++i)
      with_padding_ = !std::isfinite(w.real(i).lo) || !std::isfinite(w.real(i).hi);
  }

  Real At(int64_t n, int64_t g, int64_t m, std::span<const WindowTap> taps) {
    a_.clear();
    b_.clear();
    const int64_t output = g * s_.outputs + m;
    for (int64_t c = 0; c < s_.channels; ++c) {
      const int64_t plane = ((n * s_.groups + g) * s_.channels + c) * s_.plane;
      const int64_t weights = (output * s_.channels + c) * s_.kernel;
      for (const WindowTap& tap : taps) {
        if (tap.input < 0 && !with_padding_) continue;
        a_.push_back(tap.input < 0 ? Real::Point(0) : x_.real(plane + tap.input));
        b_.push_back(w_.real(weights + tap.kernel));
      }
    }
    if (bias_ == nullptr) return arith_.Dot(a_, b_);
    const Real start = bias_->real(output);
    return arith_.Dot(a_, b_, &start);
  }

 private:
  const Arith& arith_;
  const Bounded &x_, &w_;
  const Bounded* bias_;
  const Sizes& s_;
  bool with_padding_ = false;
  std::vector<Real> a_, b_;
};

Bounded PlainConvolution(const Arith& arith, const Bounded& x, const Bounded& w,
                         const Bounded* bias, const Sizes& s, const WindowAxes& axes) {
  const Shape shape = WindowOutputShape(s.batch, s.groups * s.outputs, axes);
  Bounded out(x.dtype(), shape);
  TapDots dots(arith, x, w, bias, s);
  ForEachWindow(axes, [&](int64_t position, std::span<const WindowTap> taps) {
    for (int64_t n = 0; n < s.batch; ++n)
      for (int64_t g = 0; g < s.groups; ++g)
        for (int64_t m = 0; m < s.outputs; ++m)
          out.set(((n * s.groups + g) * s.outputs + m) * s.positions + position,
                  dots.At(n, g, m, taps));
  });
  return out;
}

class FastConvolution {
 public:
  FastConvolution(const Arith& arith, const Bounded& x, const Bounded& w, const Bounded* bias,
                  const Sizes& sizes, const WindowAxes& axes)
      : arith_(arith),
        x_(x),
        w_(w),
        bias_(bias),
        s_(sizes),
        axes_(axes),
        magnitude_(TransformedMagnitude(arith, x, sizes.channels, sizes.groups, axes)),
        kernel_(arith, w, x, {.terms = sizes.terms, .start = bias, .b_magnitude = magnitude_}),
        dots_(arith, x, w, bias, sizes),
        out_(sizes.batch * sizes.groups * sizes.outputs * sizes.positions) {
    for (const WindowAxis& axis : axes)
      pointwise_ =
          pointwise_ && axis.kernel == 1 && axis.stride == 1 && axis.begin == 0 && axis.end == 0;
    const int64_t column =
        s_.terms *
        static_cast<int64_t>(sizeof(double) + sizeof(float) * (kernel_.b().slim.empty() ? 1 : 2));
    block_ = std::clamp<int64_t>(kBlockBytes / std::max<int64_t>(column, 1), 8,
                                 std::max<int64_t>(s_.positions, 8));
  }

  Bounded Run() && {
    for (int64_t first = 0; first < s_.positions; first += block_) {
      const int64_t last = std::min(first + block_, s_.positions);
      const PatchBlock block(axes_, first, last);
      for (int64_t n = 0; n < s_.batch; ++n)
        for (int64_t g = 0; g < s_.groups; ++g) OneBlock(block, n, g, first, last - first);
    }
    return std::move(out_).Take(x_.dtype(),
                                WindowOutputShape(s_.batch, s_.groups * s_.outputs, axes_));
  }

 private:
  void OneBlock(const PatchBlock& block, int64_t n, int64_t g, int64_t first, int64_t count) {
    const int64_t image = (n * s_.groups + g) * s_.channels * s_.plane;
    const int64_t result = (n * s_.groups + g) * s_.outputs * s_.positions + first;
    error_.resize(static_cast<size_t>(s_.outputs * count));
    const ContractionMatrix weights =
        Contraction::MatrixOf(kernel_.a(), g * s_.outputs * s_.terms, s_.terms, 1);
    kernel_.Multiply(weights, Patches(block, image, first, count), s_.outputs, s_.terms, count,
                     out_.v.data() + result, s_.positions, error_.data());
    const std::vector<Mark> marks = ColumnMarks(block, image, count);
    for (int64_t m = 0; m < s_.outputs; ++m) {
      Real start;
      if (bias_ != nullptr) start = bias_->real(g * s_.outputs + m);
      if (marks.empty() && FinishRow(result + m * s_.positions, m * count, count,
                                     bias_ == nullptr ? nullptr : &start))
        continue;
      for (int64_t j = 0; j < count; ++j) {
        const int64_t at = result + m * s_.positions + j;
        const Mark mark = marks.empty() ? Mark::kNone : marks[static_cast<size_t>(j)];
        const auto y = kernel_.Finish(out_.v[static_cast<size_t>(at)],
                                      error_[static_cast<size_t>(m * count + j)], mark,
                                      bias_ == nullptr ? nullptr : &start);
        out_.Set(at, y.has_value() ? *y : Exactly(n, g, m, first + j));
      }
    }
  }

  bool FinishRow(int64_t at, int64_t from, int64_t count, const Real* start) {
    if (out_.lo.empty()) {
      if (!kernel_.FinishRun(nullptr, nullptr, 0, start, nullptr, nullptr)) return false;
      out_.NeedIntervals();
    }
    return kernel_.FinishRun(out_.v.data() + at, error_.data() + from, count, start,
                             out_.lo.data() + at, out_.hi.data() + at);
  }

  ContractionMatrix Patches(const PatchBlock& block, int64_t image, int64_t first, int64_t count) {
    const ContractionOperand& b = kernel_.b();
    if (pointwise_) return Contraction::MatrixOf(b, image + first, s_.plane, 1);
    ContractionMatrix out{.row = count, .col = 1};
    const auto size = static_cast<size_t>(s_.terms * count);
    v_.resize(size);
    block.Gather(b.v + image, s_.channels, s_.plane, v_.data());
    out.v = v_.data();
    const auto gather = [&](const std::vector<float>& from,
                            std::vector<float>& to) -> const float* {
      if (from.empty()) return nullptr;
      to.resize(size);
      block.Gather(from.data() + image, s_.channels, s_.plane, to.data());
      return to.data();
    };
    out.wide = gather(b.wide, wide_);
    out.slim = gather(b.slim, slim_);
    return out;
  }

  // The largest mark in each patch. Marked weights are rare: all sums go the plain way then.
  std::vector<Mark> ColumnMarks(const PatchBlock& block, int64_t image, int64_t count) const {
    std::vector<Mark> columns;
    if (!kernel_.a().marks.empty()) columns.assign(static_cast<size_t>(count), Mark::kSpecial);
    if (!kernel_.a().marks.empty() || kernel_.b().marks.empty()) return columns;
    std::vector<Mark> marks(static_cast<size_t>(s_.terms * count));
    block.Gather(kernel_.b().marks.data() + image, s_.channels, s_.plane, marks.data());
    columns.assign(static_cast<size_t>(count), Mark::kNone);
    for (int64_t k = 0; k < s_.terms; ++k)
      for (int64_t j = 0; j < count; ++j)
        columns[static_cast<size_t>(j)] =
            std::max(columns[static_cast<size_t>(j)], marks[static_cast<size_t>(k * count + j)]);
    return columns;
  }

  Real Exactly(int64_t n, int64_t g, int64_t m, int64_t position) {
    Shape at(axes_.size());
    for (size_t d = axes_.size(); d-- > 0;) {
      at[d] = position % axes_[d].out;
      position /= axes_[d].out;
    }
    TapsAt(axes_, at, taps_);
    return dots_.At(n, g, m, taps_);
  }

  const Arith& arith_;
  const Bounded &x_, &w_;
  const Bounded* bias_;
  const Sizes& s_;
  const WindowAxes& axes_;
  std::vector<double> magnitude_;
  Contraction kernel_;
  TapDots dots_;
  ContractionResult out_;
  bool pointwise_ = true;
  int64_t block_ = 0;
  std::vector<double> v_;
  std::vector<float> wide_, slim_, error_;
  std::vector<WindowTap> taps_;
};

}  // namespace

Result<Bounded> Convolve(const Arith& arith, const Bounded& x, const Bounded& w,
                         const Bounded* bias, int64_t group, const WindowAxes& axes) {
  const Sizes s = SizesOf(x, w, group, axes);
  ASSAY_RETURN_IF_ERROR(CheckSize(WindowOutputShape(s.batch, s.groups * s.outputs, axes)));
  const int64_t outputs = s.batch * s.groups * s.outputs * s.positions;
  if (!Contraction::Worthwhile(arith, outputs, s.terms))
    return PlainConvolution(arith, x, w, bias, s, axes);
  return FastConvolution(arith, x, w, bias, s, axes).Run();
}

}  // namespace assay::ops
