// GridSample: reads an image at the locations that a grid gives.
//
//   y[n, c, o..] = x[n, c, location grid[n, o.., :]], interpolated; -1 and 1 are the ends of an
//   axis, the last grid entry its outermost axis
//
// Spec:  ONNX opsets 16 (2-D; bilinear, nearest, bicubic), 20 (any rank; linear, nearest, cubic),
// 22 (bfloat16). Traps: grid coordinates run from the innermost axis outwards; nearest rounds
// halves to even; under border padding a cubic filter
//        clamps either the location or each of its elements.
#include "ops/elementwise.h"
#include "ops/image/sample_point.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

struct GridSettings {
  std::string mode;
  Border border = Border::kZeros;
  bool align = false;
};

Result<GridSettings> ReadGridSettings(const Call& call) {
  GridSettings s{.mode = call.AttrString("mode", "linear"),
                 .border = Border::kZeros,
                 .align = call.AttrInt("align_corners", 0) != 0};
  if (s.mode == "bilinear") s.mode = "linear";
  if (s.mode == "bicubic") s.mode = "cubic";
  if (s.mode != "linear" && s.mode != "cubic" && s.mode != "nearest")
    return Invalid(StrCat("mode is '", s.mode, "'"));
  const std::string padding = call.AttrString("padding_mode", "zeros");
  if (padding == "border")
    s.border = Border::kClamp;
  else if (padding == "reflection")
    s.border = s.align ? Border::kReflectCorners : Border::kReflectEdges;
  else if (padding != "zeros")
    return Invalid(StrCat("padding_mode is '", padding, "'"));
  return s;
}

Result<Types> InferGridSample(const InferCall& call) {
  const TensorType &x = call.input(0), &grid = call.input(1);
  ASSAY_RETURN_IF_ERROR(ReadGridSettings(call));
  if (!x.has_rank || !grid.has_rank) return OneType(TensorType(x.dtype));
  if (x.rank() < 3 || grid.rank() != x.rank() || (call.opset() < 20 && x.rank() != 4))
    return Invalid(StrCat("GridSample of ", TypeText(x), " at ", TypeText(grid)));
  const Dim last = grid.dims.back(), batch = grid.dims[0];
  if ((last.known() && last.size != x.rank() - 2) ||
      (batch.known() && x.dims[0].known() && batch.size != x.dims[0].size))
    return Invalid(StrCat("GridSample of ", TypeText(x), " at ", TypeText(grid)));
  Dims dims{x.dims[0].known() ? x.dims[0] : batch, x.dims[1]};
  for (int i = 1; i + 1 < grid.rank(); ++i) dims.push_back(grid.dims[static_cast<size_t>(i)]);
  return OneType(TensorType(x.dtype, dims));
}

// Location on an axis of `size` elements; libraries order the operations differently, which matters
// unless all are exact.
Real Denormalize(const Arith& arith, const Real& g, int64_t size, bool align) {
  const auto n = static_cast<double>(size);
  const Real shifted = arith.Add(g, Real::Point(1));
  const Real x = align ? arith.Mul(arith.Mul(shifted, Real::Point(0.5)), Real::Point(n - 1))
                       : arith.Mul(arith.Sub(arith.Mul(shifted, Real::Point(n)), Real::Point(1)),
                                   Real::Point(0.5));
  if (arith.adversarial() || x.point() || x.nan == Nan::kMust || std::isinf(x.lo) ||
      std::isinf(x.hi))
    return x;
  return arith.Inexact(x, 2 * arith.unit() * (std::fabs(x.v) + n));
}

// The elements that rounding may choose on one axis; the first is the one the values say.
std::vector<int64_t> NearestOn(const Real& x, int64_t size, Border border) {
  const auto round = [](double t) { return std::nearbyint(t); };
  const auto end = static_cast<double>(size);
  // Locations far outside are all the same, or too many to look at.
  const Real clipped{std::clamp(x.v, -1.0 - end, 2 * end), std::clamp(x.lo, -1.0 - end, 2 * end),
                     std::clamp(x.hi, -1.0 - end, 2 * end), Nan::kNever};
  const bool reflect = border == Border::kReflectCorners || border == Border::kReflectEdges;
  const Real& use = reflect ? x : clipped;
  auto [low, high] = NearestRange(use, round);
  if (reflect &&
      (use.lo < 0 || use.hi > end - 1)) {  // a tie may be rounded before or after the reflection
    if (use.lo - std::floor(use.lo) == 0.5) low = static_cast<int64_t>(std::floor(use.lo));
    if (use.hi - std::floor(use.hi) == 0.5) high = static_cast<int64_t>(std::ceil(use.hi));
  }
  std::vector<int64_t> out{BorderIndex(static_cast<int64_t>(round(use.v)), size, border)};
  if (high - low > 2 * size + 2) high = low + 2 * size + 2;  // a whole period: every element
  for (int64_t i = low; i <= high; ++i) {
    const int64_t index = BorderIndex(i, size, border);
    if (std::find(out.begin(), out.end(), index) == out.end()) out.push_back(index);
  }
  return out;
}

class Sampler {
 public:
  bool uncertain_string() const { return uncertain_string_; }
  Sampler(const EvalCall& call, const GridSettings& settings)
      : call_(call),
        s_(settings),
        x_(call.tensor(0)),
        grid_(call.tensor(1)),
        coordinates_(call.arith(grid_.dtype())),
        values_(call.arith(x_.is_real() ? x_.dtype() : DType::kFloat32)) {
    const Shape strides = Strides(x_.shape());
    sizes_.assign(x_.shape().begin() + 2, x_.shape().end());
    strides_.assign(strides.begin() + 2, strides.end());
    plane_ = strides[1];
  }

  // All channels of grid position `p` of image n.
  void At(int64_t n, int64_t p, int64_t positions, Bounded& y) {
    const auto rank = static_cast<int64_t>(sizes_.size());
    std::vector<Real> at;
    bool lost = false;
    for (int64_t d = 0; d < rank; ++d) {
      at.push_back(Denormalize(coordinates_, grid_.real((n * positions + p) * rank + rank - 1 - d),
                               sizes_[static_cast<size_t>(d)], s_.align));
      lost = lost || at.back().nan != Nan::kNever || !(std::fabs(at.back().lo) < 1e15) ||
             !(std::fabs(at.back().hi) < 1e15);
    }
    const int64_t channels = x_.shape()[1];
    for (int64_t c = 0; c < channels && lost; ++c)
      y.SetUndetermined((n * channels + c) * positions + p);
    if (lost) return;
    if (s_.mode == "nearest") return Nearest(n, p, positions, at, y);
    const Filter filter{.kind = s_.mode == "cubic" ? Filter::Kind::kCubic : Filter::Kind::kLinear};
    Widen(at);
    const SamplePoint point(values_, at, sizes_, strides_, filter, s_.border);
    std::vector<Real> clamped = at;
    const bool two =
        filter.kind == Filter::Kind::kCubic && s_.border == Border::kClamp && Clamp(clamped);
    const SamplePoint other(values_, clamped, sizes_, strides_, filter, s_.border);
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t base = (n * channels + c) * plane_, o = (n * channels + c) * positions + p;
      Real value = point.Of(x_, base);
      if (two) value = call_.adversarial() ? other.Of(x_, base) : Hull(other.Of(x_, base), value);
      if (x_.is_real())
        y.set(o, value);
      else
        y.set(o, ToInteger(call_.int_arith(x_.dtype()), value));
    }
  }

 private:
  // Reflecting a far location loses digits.
  void Widen(std::vector<Real>& at) const {
    if (call_.adversarial() || s_.border == Border::kZeros || s_.border == Border::kClamp) return;
    for (size_t d = 0; d < at.size(); ++d)
      if (at[d].lo < 0 || at[d].hi > static_cast<double>(sizes_[d] - 1)) {
        const double error =
            at[d].point()
                ? 0
                : 4 * coordinates_.unit() * (std::fabs(at[d].v) + static_cast<double>(sizes_[d]));
        at[d].lo -= error;
        at[d].hi += error;
      }
  }

  // Locations beyond the border moved onto it; says whether there was any.
  bool Clamp(std::vector<Real>& at) const {
    bool any = false;
    for (size_t d = 0; d < at.size(); ++d) {
      const double end = static_cast<double>(sizes_[d] - 1), edge = s_.align ? 0 : 0.5;
      if (at[d].lo >= -edge && at[d].hi <= end + edge) continue;
      any = true;
      at[d] = {std::clamp(at[d].v, 0.0, end), std::clamp(at[d].lo, 0.0, end),
               std::clamp(at[d].hi, 0.0, end), Nan::kNever};
    }
    return any;
  }

  void Nearest(int64_t n, int64_t p, int64_t positions, std::span<const Real> at,
               Bounded& y) const {
    std::vector<int64_t> offsets{0}, next;
    for (size_t d = 0; d < at.size(); ++d) {
      next.clear();
      for (const int64_t offset : offsets)
        for (const int64_t i : NearestOn(at[d], sizes_[d], s_.border))
          next.push_back(offset == kOutside || i == kOutside ? kOutside : offset + i * strides_[d]);
      offsets.swap(next);
    }
    if (offsets.size() > 1 && x_.is_string() && !call_.adversarial()) uncertain_string_ = true;
    const int64_t channels = x_.shape()[1];
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t o = (n * channels + c) * positions + p, base = (n * channels + c) * plane_;
      if (offsets[0] != kOutside)
        y.set(o, x_, base + offsets[0]);  // else the zero (or "") that is there
      const Bounded zero(x_.dtype(), Shape{1});
      for (size_t i = 1; i < offsets.size() && !call_.adversarial() && !x_.is_string(); ++i)
        offsets[i] == kOutside ? y.Widen(o, zero, 0) : y.Widen(o, x_, base + offsets[i]);
    }
  }

  mutable bool uncertain_string_ = false;  // strings have no hull
  const EvalCall& call_;
  const GridSettings& s_;
  const Bounded &x_, &grid_;
  Arith coordinates_, values_;
  std::vector<int64_t> sizes_, strides_;
  int64_t plane_ = 1;
};

Result<Outputs> EvaluateGridSample(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &grid = call.tensor(1);
  ASSAY_ASSIGN(const GridSettings s, ReadGridSettings(call));
  if (s.mode != "nearest" && (x.is_string() || x.dtype() == DType::kBool))
    return Unsupported("GridSample interpolates numbers only");
  Shape shape{x.shape()[0], x.shape()[1]};
  int64_t positions = 1, plane = 1;
  for (size_t d = 1; d + 1 < grid.shape().size(); ++d) {
    shape.push_back(grid.shape()[d]);
    positions *= grid.shape()[d];
    plane *= x.shape()[d + 1];
  }
  ASSAY_ASSIGN(Bounded y, NewTensor(x.dtype(), shape));
  if (y.count() == 0) return One(std::move(y));
  if (plane == 0)
    return Invalid(StrCat("GridSample reads from an empty image ", ShapeText(x.shape())));
  Sampler sampler(call, s);
  for (int64_t n = 0; n < shape[0]; ++n)
    for (int64_t p = 0; p < positions; ++p) sampler.At(n, p, positions, y);
  if (sampler.uncertain_string())
    return Undetermined("which string is nearest depends on rounding");
  return One(std::move(y));
}

std::optional<Proposal> ProposeGridSample(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank < 3 || rank > 5 || (call.opset < 20 && rank != 4) || ElementCount(call.shape(0)) == 0 ||
      call.dtype(0) == DType::kString)
    return std::nullopt;
  Rng& rng = call.rng;
  Shape grid{call.shape(0)[0]};
  for (int i = 2; i < rank; ++i) grid.push_back(rng.Int(1, 4));
  grid.push_back(rank - 2);
  const char* const old_modes[] = {"bilinear", "nearest", "bicubic"};
  const char* const new_modes[] = {"linear", "nearest", "cubic"};
  const char* const padding[] = {"zeros", "border", "reflection"};
  std::string mode = rng.Pick<const char*>(call.opset < 20 ? old_modes : new_modes);
  if (!IsFloat(call.dtype(0))) mode = "nearest";
  if (rank == 5 && mode == "cubic") mode = "linear";  // few libraries have it
  return Proposal{
      .attrs = {{"mode", mode},
                {"padding_mode", std::string(rng.Pick<const char*>(padding))},
                {"align_corners", rng.Int(0, 1)}},
      .constants = {RandomTensor(rng, IsFloat(call.dtype(0)) ? call.dtype(0) : DType::kFloat32,
                                 grid, -1.3, 1.3)}};
}

}  // namespace

OpDef GridSampleDef() {
  return {
      .name = "GridSample",
      .meaning = "reads an image at given locations",
      .rounding = Rounding::kComposite,
      .data_inputs = {1, 1},
      .infer = InferGridSample,
      .evaluate = EvaluateGridSample,
      .propose = ProposeGridSample,
      .open = {{"cubic interpolation beyond the border",
                "ONNX GridSample: 'use border values for out-of-bound grid locations'"},
               {"grid locations that are NaN or infinite", "ONNX GridSample: no text"},
               {"rounding of integer results", "ONNX GridSample: 'cast to integer at the end'"}}};
}

}  // namespace assay::ops
