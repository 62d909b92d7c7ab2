// MaxRoiPool: the largest element in each bin of regions of interest.
//
//   region = round(roi * spatial_scale), at least 1 x 1; bin (i, j) covers rows floor(i * h / H) ..
//   ceil((i + 1) * h / H), columns likewise
//
// Spec:  ONNX opsets 1, 22 (bfloat16). rois is [R, 5]: batch index, x1, y1, x2, y2 (both corners
// inside). Traps: the text leaves rounding and bins open; this is the original definition that
// shipped libraries follow. Bins outside the
//        image give zero.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferMaxRoiPool(const InferCall& call) {
  const TensorType &x = call.input(0), &rois = call.input(1);
  const std::vector<int64_t> pooled = call.AttrInts("pooled_shape");
  if (pooled.size() != 2 || pooled[0] < 1 || pooled[1] < 1 || pooled[0] > (1 << 20) ||
      pooled[1] > (1 << 20))
    return Invalid(StrCat("pooled_shape is [", Join(pooled, ","), "]"));
  if ((x.has_rank && x.rank() != 4) ||
      (rois.has_rank && (rois.rank() != 2 || (rois.dims[1].known() && rois.dims[1].size != 5))))
    return Invalid(StrCat("MaxRoiPool of ", TypeText(x), " with rois ", TypeText(rois)));
  return OneType(TensorType(x.dtype, Dims{rois.has_rank ? rois.dims[0] : Dim::Unknown(),
                                          x.has_rank ? x.dims[1] : Dim::Unknown(),
                                          Dim::Known(pooled[0]), Dim::Known(pooled[1])}));
}

// First and last element of a region on one axis; nothing when rounding decides.
struct RoiRange {
  int64_t first = 0, last = 0;
};
std::optional<RoiRange> RegionOf(const Arith& arith, const Real& low, const Real& high,
                                 const Real& scale) {
  const auto whole = [&](const Real& corner) -> std::optional<int64_t> {
    const Real x = arith.Mul(corner, scale);
    if (x.nan != Nan::kNever || !(std::fabs(x.lo) < 1e9) || !(std::fabs(x.hi) < 1e9))
      return std::nullopt;
    // Halves are rounded away from zero or to even: only what both agree on is certain.
    if (std::round(x.lo) != std::round(x.hi) || std::nearbyint(x.lo) != std::round(x.lo) ||
        std::nearbyint(x.hi) != std::round(x.hi))
      return std::nullopt;
    return static_cast<int64_t>(std::round(x.v));
  };
  const auto first = whole(low), last = whole(high);
  if (!first.has_value() || !last.has_value()) return std::nullopt;
  return RoiRange{*first, std::max(*first, *last)};
}

// Elements of bin i of `bins` over the region, cut to the axis.
RoiRange BinOf(const RoiRange& region, int64_t i, int64_t bins, int64_t size) {
  const int64_t extent = region.last - region.first + 1;
  const int64_t low = i * extent / bins, high = ((i + 1) * extent + bins - 1) / bins;
  return {std::clamp<int64_t>(region.first + low, 0, size),
          std::clamp<int64_t>(region.first + high, 0, size)};
}

// Bin borders are products in float32: exact when the bin size is; otherwise the last one may move
// by one element.
bool BordersCertain(const RoiRange& region, int64_t bins) {
  const double size =
      static_cast<double>(region.last - region.first + 1) / static_cast<double>(bins);
  return size * 4096 == std::nearbyint(size * 4096);
}

Result<Outputs> EvaluateMaxRoiPool(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &rois = call.tensor(1);
  const Arith arith = call.arith(x.dtype());
  const std::vector<int64_t> pooled = call.AttrInts("pooled_shape");
  const int64_t channels = x.shape()[1], height = x.shape()[2], width = x.shape()[3],
                bins = pooled[0] * pooled[1];
  ASSAY_ASSIGN(Bounded y,
               NewTensor(x.dtype(), Shape{rois.shape()[0], channels, pooled[0], pooled[1]}));
  const Real scale = arith.Constant(call.AttrFloat("spatial_scale", 1));
  for (int64_t r = 0; r < rois.shape()[0]; ++r) {
    const Real batch = rois.real(r * 5);
    const auto cols = RegionOf(arith, rois.real(r * 5 + 1), rois.real(r * 5 + 3), scale);
    const auto rows = RegionOf(arith, rois.real(r * 5 + 2), rois.real(r * 5 + 4), scale);
    if (batch.point() && !(batch.v >= 0 && batch.v < static_cast<double>(x.shape()[0])))
      return Invalid(StrCat("roi ", r, " names image ", batch.v, " of ", x.shape()[0]));
    const bool certain = batch.point() && rows.has_value() && cols.has_value();
    for (int64_t o = 0; o < channels * bins; ++o) {
      const int64_t at = r * channels * bins + o,
                    plane = certain ? (static_cast<int64_t>(batch.v) * channels + o / bins) *
                                          height * width
                                    : 0;
      if (!certain) {
        y.SetUndetermined(at);
        continue;
      }
      const RoiRange v = BinOf(*rows, o % bins / pooled[1], pooled[0], height),
                     h = BinOf(*cols, o % pooled[1], pooled[1], width);
      std::optional<Real> largest;
      for (int64_t i = v.first; i < v.last; ++i)
        for (int64_t j = h.first; j < h.last; ++j) {
          const Real e = x.real(plane + i * width + j);
          largest = largest.has_value() ? arith.Max(*largest, e) : e;
        }
      y.set(at, largest.value_or(Real::Point(0)));
      if (!BordersCertain(*rows, pooled[0]) || !BordersCertain(*cols, pooled[1]))
        y.SetUndetermined(at);
    }
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeMaxRoiPool(const ProposeCall& call) {
  if (call.rank(0) != 4 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  const int64_t count = rng.Int(1, 3);
  std::vector<double> rois;
  for (int64_t r = 0; r < count; ++r) {
    const int64_t x1 = rng.Int(0, x[3] - 1), y1 = rng.Int(0, x[2] - 1);
    for (const int64_t c :
         {rng.Int(0, x[0] - 1), x1, y1, rng.Int(x1, x[3] - 1), rng.Int(y1, x[2] - 1)})
      rois.push_back(static_cast<double>(c));
  }
  return Proposal{.attrs = {{"pooled_shape", std::vector<int64_t>{rng.Int(1, 2), rng.Int(1, 2)}}},
                  .constants = {MakeTensor(call.dtype(0), Shape{count, 5}, rois)}};
}

}  // namespace

OpDef MaxRoiPoolDef() {
  return {
      .name = "MaxRoiPool",
      .meaning = "largest element in each bin of regions",
      .rounding = Rounding::kExact,
      .data_inputs = {1, 1},
      .infer = InferMaxRoiPool,
      .evaluate = EvaluateMaxRoiPool,
      .propose = ProposeMaxRoiPool,
      .open = {{"how regions are rounded and divided into bins", "ONNX MaxRoiPool: no formula"}}};
}

}  // namespace assay::ops
