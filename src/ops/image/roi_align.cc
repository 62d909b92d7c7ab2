// RoiAlign: pools regions of interest from interpolated samples.
//
//   y[r, c, i, j] = mean or maximum of x[batch[r], c] at sampling points spread evenly over bin (i,
//   j) of region r
//
// Spec:  ONNX opsets 10, 16 (coordinate_transformation_mode, default half_pixel), 22 (bfloat16).
// Traps: without half_pixel a region is at least 1 x 1; samples beyond one element outside the
// image count as zero; in `max` mode
//        shipped libraries take the maximum over the weighted corners instead of the interpolated
//        samples: both are admitted.
#include "ops/elementwise.h"
#include "ops/image/sample_point.h"
#include "ops/list.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// More samples per bin and axis than this are not evaluated.
constexpr double kMostSamples = 1024;

Result<Types> InferRoiAlign(const InferCall& call) {
  const TensorType &x = call.input(0), &rois = call.input(1), &batch = call.input(2);
  const std::string mode = call.AttrString("mode", "avg"),
                    coordinates = call.AttrString("coordinate_transformation_mode", "half_pixel");
  if (mode != "avg" && mode != "max") return Invalid(StrCat("mode is '", mode, "'"));
  if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
    return Invalid(StrCat("coordinate_transformation_mode is '", coordinates, "'"));
  const int64_t height = call.AttrInt("output_height", 1), width = call.AttrInt("output_width", 1);
  if (height < 1 || width < 1 || height > (1 << 20) || width > (1 << 20))
    return Invalid(StrCat("RoiAlign to ", height, " x ", width));
  if (call.AttrInt("sampling_ratio", 0) < 0) return Invalid("sampling_ratio is negative");
  if ((x.has_rank && x.rank() != 4) ||
      (rois.has_rank && (rois.rank() != 2 || (rois.dims[1].known() && rois.dims[1].size != 4))) ||
      (batch.has_rank && batch.rank() != 1))
    return Invalid(StrCat("RoiAlign of ", TypeText(x), " with rois ", TypeText(rois),
                          " and batch_indices ", TypeText(batch)));
  const Dim n = rois.has_rank ? rois.dims[0] : Dim::Unknown(),
            m = batch.has_rank ? batch.dims[0] : Dim::Unknown();
  if (n.known() && m.known() && n.size != m.size)
    return Invalid(StrCat(n.size, " rois with ", m.size, " batch_indices"));
  return OneType(
      TensorType(x.dtype, Dims{n.known() ? n : m, x.has_rank ? x.dims[1] : Dim::Unknown(),
                               Dim::Known(height), Dim::Known(width)}));
}

// One axis of a region: where it starts, the size of a bin and the samples per bin.
struct RegionAxis {
  Real start, bin;
  int64_t samples = 0;
  bool certain = true;  // the number of samples does not depend on rounding
};

RegionAxis PlaceAxis(const Arith& arith, const Call& call, const Real& low, const Real& high,
                     int64_t bins) {
  const bool half_pixel = call.opset() >= 16 && call.AttrString("coordinate_transformation_mode",
                                                                "half_pixel") == "half_pixel";
  const Real scale = arith.Constant(call.AttrFloat("spatial_scale", 1)),
             offset = Real::Point(half_pixel ? 0.5 : 0);
  RegionAxis axis;
  axis.start = arith.Sub(arith.Mul(low, scale), offset);
  const Real end = arith.Sub(arith.Mul(high, scale), offset);
  Real extent = arith.Sub(end, axis.start);
  if (!half_pixel) extent = arith.Max(extent, Real::Point(1));
  axis.bin = arith.Div(extent, Real::Point(static_cast<double>(bins)));
  axis.samples = call.AttrInt("sampling_ratio", 0);
  if (axis.samples > 0) return axis;
  const Real& b = axis.bin;
  if (b.nan != Nan::kNever || !(std::fabs(b.lo) < kMostSamples) ||
      !(std::fabs(b.hi) < kMostSamples)) {
    axis.certain = false;
    return axis;
  }
  axis.samples = std::max<int64_t>(static_cast<int64_t>(std::ceil(b.v)), 0);
  axis.certain = std::ceil(b.lo) == std::ceil(b.hi);
  return axis;
}

// The location of sample `s` of bin `i`.
Real Location(const Arith& arith, const RegionAxis& axis, int64_t i, int64_t s) {
  const Real inside = arith.Div(arith.Mul(axis.bin, Real::Point(static_cast<double>(s) + 0.5)),
                                Real::Point(static_cast<double>(axis.samples)));
  return arith.Add(arith.Add(axis.start, arith.Mul(axis.bin, Real::Point(static_cast<double>(i)))),
                   inside);
}

// A sampling point; beyond one element outside it counts as zero, within that it is moved onto the
// image.
struct RoiSample {
  bool outside = false, maybe_outside = false;
  std::optional<SamplePoint> point;
  AxisTaps taps[2];
};

RoiSample PlaceSample(const Arith& arith, Real y, Real x, std::span<const int64_t> sizes,
                      std::span<const int64_t> strides) {
  RoiSample out;
  Real* const at[] = {&y, &x};
  for (size_t d = 0; d < 2; ++d) {
    const auto size = static_cast<double>(sizes[d]);
    out.outside = out.outside || at[d]->hi < -1 || at[d]->lo > size;
    out.maybe_outside = out.maybe_outside || at[d]->lo < -1 || at[d]->hi > size;
    *at[d] = {std::clamp(at[d]->v, 0.0, size - 1), std::clamp(at[d]->lo, 0.0, size - 1),
              std::clamp(at[d]->hi, 0.0, size - 1), at[d]->nan};
    out.taps[d] = TapsFor(arith, *at[d], {});
    for (AxisTap& tap : out.taps[d]) tap.index = std::clamp<int64_t>(tap.index, 0, sizes[d] - 1);
  }
  const Real coordinates[] = {y, x};
  if (!out.outside) out.point.emplace(arith, coordinates, sizes, strides, Filter{}, Border::kClamp);
  return out;
}

Real ValueOf(const RoiSample& s, const Bounded& x, int64_t base) {
  if (s.outside) return Real::Point(0);
  const Real value = s.point->Of(x, base);
  return s.maybe_outside ? Hull(value, Real::Point(0)) : value;
}

// The largest weighted corner, as shipped libraries take it.
Real LargestCorner(const Arith& arith, const RoiSample& s, const Bounded& x, int64_t base,
                   int64_t width) {
  if (s.outside) return Real::Point(0);
  if (s.taps[0].empty() || s.taps[1].empty()) return Real::Anything();
  std::optional<Real> largest;
  for (const AxisTap& a : s.taps[0])
    for (const AxisTap& b : s.taps[1]) {
      const Real product =
          arith.Mul(arith.Mul(a.weight, b.weight), x.real(base + a.index * width + b.index));
      largest = largest.has_value() ? arith.Max(*largest, product) : product;
    }
  if (largest->hi < 0) largest->hi = 0;  // corners of weight zero may or may not take part
  return s.maybe_outside ? Hull(*largest, Real::Point(0)) : *largest;
}

Real Pooled(const EvalCall& call, const Arith& arith, std::span<const RoiSample> samples,
            int64_t base, bool maximum) {
  const Bounded& x = call.tensor(0);
  if (samples.empty()) return Real::Point(0);
  std::vector<Real> values;
  for (const RoiSample& s : samples) values.push_back(ValueOf(s, x, base));
  if (!maximum)
    return arith.Div(arith.Sum(values), Real::Point(static_cast<double>(values.size())));
  Real sampled = values[0], corner = LargestCorner(arith, samples[0], x, base, x.shape()[3]);
  for (size_t i = 1; i < samples.size(); ++i) {
    sampled = arith.Max(sampled, values[i]);
    corner = arith.Max(corner, LargestCorner(arith, samples[i], x, base, x.shape()[3]));
  }
  if (call.adversarial()) return call.adversary()->Chance(0.5) ? sampled : corner;
  const Real hull = Hull(corner, sampled);
  if (!std::isfinite(hull.lo) || !std::isfinite(hull.hi)) return hull;
  // Libraries keep distances, weights and their products in the tensor's own type and in an order
  // of their own.
  constexpr double kWeightUnits = 8;
  const double size = std::max(std::fabs(hull.lo), std::fabs(hull.hi));
  return arith.Inexact(hull, kWeightUnits * arith.unit() * size);
}

Result<Outputs> EvaluateRoiAlign(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &rois = call.tensor(1);
  ASSAY_ASSIGN(const std::vector<int64_t> batch, ListOf(call, 2, "batch_indices"));
  const Arith arith = call.arith(x.dtype());
  const int64_t height = call.AttrInt("output_height", 1), width = call.AttrInt("output_width", 1),
                channels = x.shape()[1];
  ASSAY_ASSIGN(Bounded y, NewTensor(x.dtype(), Shape{rois.shape()[0], channels, height, width}));
  const std::vector<int64_t> sizes{x.shape()[2], x.shape()[3]}, strides{x.shape()[3], 1};
  if (y.count() > 0 && sizes[0] * sizes[1] == 0)
    return Invalid("RoiAlign reads from an empty image");
  if (call.AttrInt("sampling_ratio", 0) > static_cast<int64_t>(kMostSamples))
    return Unsupported("RoiAlign: that many samples are not evaluated");
  const bool maximum = call.AttrString("mode", "avg") == "max";
  for (int64_t r = 0; r < rois.shape()[0]; ++r) {
    const int64_t image = batch[static_cast<size_t>(r)];
    if (image < 0 || image >= x.shape()[0])
      return Invalid(StrCat("batch index ", image, " of ", x.shape()[0]));
    const RegionAxis rows =
        PlaceAxis(arith, call, rois.real(r * 4 + 1), rois.real(r * 4 + 3), height);
    const RegionAxis cols = PlaceAxis(arith, call, rois.real(r * 4), rois.real(r * 4 + 2), width);
    for (int64_t bin = 0; bin < height * width; ++bin) {
      std::vector<RoiSample> samples;
      for (int64_t i = 0; i < rows.samples; ++i)
        for (int64_t j = 0; j < cols.samples; ++j)
          samples.push_back(PlaceSample(arith, Location(arith, rows, bin / width, i),
                                        Location(arith, cols, bin % width, j), sizes, strides));
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t o = (r * channels + c) * height * width + bin;
        y.set(o,
              Pooled(call, arith, samples, (image * channels + c) * sizes[0] * sizes[1], maximum));
        if (!rows.certain || !cols.certain) y.SetUndetermined(o);
      }
    }
  }
  // A sample outside the image has weight zero; kernels multiply some element by it all the same.
  const bool special = !x.nan().empty() || !std::all_of(x.v().begin(), x.v().end(),
                                                        [](double v) { return std::isfinite(v); });
  for (int64_t i = 0; special && !call.adversarial() && i < y.count(); ++i) {
    Real e = y.real(i);
    if (e.nan == Nan::kNever) e.nan = Nan::kMay;
    y.set(i, e);
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeRoiAlign(const ProposeCall& call) {
  if (call.rank(0) != 4 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  const int64_t count = rng.Int(1, 3);
  std::vector<double> rois;
  std::vector<int64_t> batch;
  for (int64_t r = 0; r < count; ++r) {
    const double x1 = rng.Real(0, static_cast<double>(x[3]) / 2),
                 y1 = rng.Real(0, static_cast<double>(x[2]) / 2);
    rois.insert(rois.end(), {x1, y1, x1 + rng.Real(0.5, static_cast<double>(x[3])),
                             y1 + rng.Real(0.5, static_cast<double>(x[2]))});
    batch.push_back(rng.Int(0, x[0] - 1));
  }
  Proposal out{.attrs = {{"output_height", rng.Int(1, 3)},
                         {"output_width", rng.Int(1, 3)},
                         {"sampling_ratio", rng.Int(0, 2)}},
               .constants = {MakeTensor(call.dtype(0), Shape{count, 4}, rois),
                             MakeIntTensor(DType::kInt64, Shape{count}, batch)}};
  if (rng.Chance(0.3)) out.attrs.Set("spatial_scale", 0.5F);
  if (rng.Chance(0.3)) out.attrs.Set("mode", std::string("max"));
  if (call.opset >= 16 && rng.Chance(0.5))
    out.attrs.Set("coordinate_transformation_mode", std::string("output_half_pixel"));
  return out;
}

}  // namespace

OpDef RoiAlignDef() {
  return {.name = "RoiAlign",
          .meaning = "pools regions from interpolated samples",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferRoiAlign,
          .evaluate = EvaluateRoiAlign,
          .propose = ProposeRoiAlign,
          .open = {{"max mode: maximum of the samples or of the weighted corners",
                    "ONNX RoiAlign: 'the value of the sampled locations are computed directly "
                    "through bilinear interpolation'"}}};
}

}  // namespace assay::ops
