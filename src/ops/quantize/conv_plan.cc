#include "ops/quantize/conv_plan.h"

#include "ops/propose.h"

namespace assay::ops {
namespace {

// Attribute values beyond this are refused before any arithmetic with them can overflow.
constexpr int64_t kMaxAttribute = int64_t{1} << 30;

Result<std::vector<int64_t>> PerAxis(const Call& call, std::string_view name, size_t count,
                                     int64_t otherwise, int64_t least) {
  std::vector<int64_t> values = call.AttrInts(name);
  if (!call.HasAttr(name)) return std::vector<int64_t>(count, otherwise);
  if (values.size() != count)
    return Invalid(
        StrCat(std::string(name), " has ", values.size(), " entries, expected are ", count));
  for (const int64_t v : values)
    if (v < least || v > kMaxAttribute)
      return Invalid(StrCat(std::string(name), " may not hold ", v));
  return values;
}

struct Padding {
  bool same = false, upper = false;
  std::vector<int64_t> explicit_pads;  // begins, then ends
};

Result<Padding> PaddingOf(const Call& call, size_t spatial) {
  Padding out;
  const std::string mode = call.AttrString("auto_pad", "NOTSET");
  if (mode != "NOTSET" && mode != "VALID" && mode != "SAME_UPPER" && mode != "SAME_LOWER")
    return Invalid(StrCat("auto_pad may not be '", mode, "'"));
  out.same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  out.upper = mode == "SAME_UPPER";
  ASSAY_ASSIGN(out.explicit_pads, PerAxis(call, "pads", 2 * spatial, 0, 0));
  if (mode != "NOTSET") out.explicit_pads.assign(2 * spatial, 0);
  return out;
}

}  // namespace

Result<ConvGeometry> GeometryOf(const Call& call, std::span<const int64_t> x,
                                std::span<const int64_t> w) {
  if (x.size() < 3 || x.size() != w.size())
    return Invalid(
        StrCat("ranks ", x.size(), " of x and ", w.size(), " of w do not form a convolution"));
  const size_t spatial = x.size() - 2;
  ConvGeometry g;
  g.group = call.AttrInt("group", 1);
  if (g.group <= 0) return Invalid(StrCat("group must be positive, is ", g.group));
  ASSAY_ASSIGN(g.strides, PerAxis(call, "strides", spatial, 1, 1));
  ASSAY_ASSIGN(g.dilations, PerAxis(call, "dilations", spatial, 1, 1));
  ASSAY_ASSIGN(g.kernel, PerAxis(call, "kernel_shape", spatial, -1, 1));
  ASSAY_ASSIGN(const Padding padding, PaddingOf(call, spatial));
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t own = w[i + 2];
    if (g.kernel[i] < 0) g.kernel[i] = own;
    if (own >= 0 && own != g.kernel[i])
      return Invalid(StrCat("kernel_shape has ", g.kernel[i], " where w has ", own));
    const int64_t size = x[i + 2];
    g.begin.push_back(padding.explicit_pads[i]);
    if (size < 0 || g.kernel[i] < 0) {
      g.out.push_back(-1);
      continue;
    }
    if (size > kMaxAttribute || g.kernel[i] > kMaxAttribute || g.kernel[i] == 0)
      return Invalid(StrCat("an axis of ", size, " and a kernel of ", g.kernel[i],
                            " do not form a convolution"));
    const int64_t reach = g.dilations[i] * (g.kernel[i] - 1) + 1;
    if (padding.same) {
      g.out.push_back((size + g.strides[i] - 1) / g.strides[i]);
      const int64_t wanted = (g.out[i] - 1) * g.strides[i] + reach - size;
      g.crops = g.crops || (wanted < 0 && size > 0);
      const int64_t total = std::max<int64_t>(0, wanted);
      g.begin[i] = padding.upper ? total / 2 : total - total / 2;
      continue;
    }
    const int64_t room = size + g.begin[i] + padding.explicit_pads[spatial + i] - reach;
    if (room < 0)
      return Invalid(
          StrCat("a kernel that reaches over ", reach, " does not fit an axis of ", room + reach));
    g.out.push_back(room / g.strides[i] + 1);
  }
  return g;
}

Result<TensorType> ConvType(const Call& call, const TensorType& x, const TensorType& w,
                            DType result) {
  if (!x.has_rank || !w.has_rank) return TensorType(result);
  std::vector<int64_t> xs, ws;
  for (const Dim& d : x.dims) xs.push_back(d.known() ? d.size : -1);
  for (const Dim& d : w.dims) ws.push_back(d.known() ? d.size : -1);
  ASSAY_ASSIGN(const ConvGeometry g, GeometryOf(call, xs, ws));
  if (xs[1] >= 0 && ws[1] >= 0 &&
      (ws[1] > kMaxElements || xs[1] % g.group != 0 || xs[1] / g.group != ws[1]))
    return Invalid(StrCat(xs[1], " channels in ", g.group, " groups do not fit filters of ", ws[1],
                          " channels"));
  if (ws[0] >= 0 && ws[0] % g.group != 0)
    return Invalid(StrCat(ws[0], " filters do not form ", g.group, " groups"));
  Dims dims = {x.dims[0], w.dims[0]};
  for (const int64_t size : g.out) dims.push_back(size < 0 ? Dim::Unknown() : Dim::Known(size));
  return TensorType(result, dims);
}

Result<ConvPlan> ConvPlan::Of(const Call& call, const Shape& x, const Shape& w) {
  ASSAY_ASSIGN(const ConvGeometry g,
               GeometryOf(call, std::span(x.begin(), x.end()), std::span(w.begin(), w.end())));
  if (g.crops) return Undetermined("auto_pad with these strides asks for negative padding");
  const Shape x_space(x.begin() + 2, x.end()), w_space(w.begin() + 2, w.end());
  ConvPlan plan;
  plan.out_ = {x[0], w[0]};
  for (const int64_t size : g.out) plan.out_.push_back(size);
  ASSAY_RETURN_IF_ERROR(NewTensor(DType::kInt8, plan.out_));
  plan.x_channels_ = x[1];
  plan.w_channels_ = w[1];
  plan.x_plane_ = ElementCount(x_space);
  plan.w_plane_ = ElementCount(w_space);
  plan.group_ = g.group;
  if (ElementCount(plan.out_) == 0) return plan;
  const Shape x_strides = Strides(x_space), out_space(plan.out_.begin() + 2, plan.out_.end());
  for (Odometer o(out_space, Shape(out_space.size(), 0)); !o.done(); o.Next()) {
    std::vector<Tap> taps;
    for (Odometer k(w_space, Strides(w_space)); !k.done(); k.Next()) {
      int64_t at = 0;
      bool inside = true;
      for (size_t d = 0; d < x_space.size(); ++d) {
        const int64_t i = o.index()[d] * g.strides[d] + k.index()[d] * g.dilations[d] - g.begin[d];
        inside = inside && i >= 0 && i < x_space[d];
        at += i * x_strides[d];
      }
      if (inside) taps.push_back({at, k.offset()});
    }
    plan.taps_.push_back(std::move(taps));
  }
  return plan;
}

std::optional<ProposedConv> ProposeConv(const ProposeCall& call, DType weights) {
  const Shape x = call.shape(0);
  if (x.size() < 3 || x.size() > 5 || x[1] == 0) return std::nullopt;
  ProposedConv p;
  const int64_t group = x[1] % 2 == 0 && call.rng.Chance(0.3) ? 2 : 1;
  Shape w = {group * call.rng.Int(1, 3), x[1] / group};
  std::vector<int64_t> pads(2 * (x.size() - 2), 0), strides, dilations;
  const bool padded = call.rng.Chance(0.5);
  for (size_t i = 2; i < x.size(); ++i) {
    if (x[i] == 0) return std::nullopt;
    const int64_t k = call.rng.Int(1, std::min<int64_t>(3, x[i]));
    w.push_back(k);
    dilations.push_back(2 * (k - 1) + 1 <= x[i] && call.rng.Chance(0.2) ? 2 : 1);
    strides.push_back(call.rng.Int(1, 2));
    for (size_t side = 0; padded && side < 2; ++side)
      pads[i - 2 + side * (x.size() - 2)] = call.rng.Int(0, 2);
  }
  if (group != 1) p.attrs.Set("group", group);
  if (padded) p.attrs.Set("pads", pads);
  if (call.rng.Chance(0.5)) p.attrs.Set("strides", strides);
  if (call.rng.Chance(0.5)) p.attrs.Set("dilations", dilations);
  p.weights = RandomTensor(call.rng, weights, w, -128, 255);
  return p;
}

}  // namespace assay::ops
