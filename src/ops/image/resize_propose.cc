#include "ops/image/resize_propose.h"

#include "ops/propose.h"

namespace assay::ops {
namespace {

std::optional<Proposal> ProposeScales(const ProposeCall& call) {
  if (call.rank(0) < 3 || call.rank(0) > 5 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  constexpr float kScales[] = {1, 2, 3, 1.5F, 2.5F};
  std::vector<double> scales(call.shape(0).size(), 1);
  for (size_t i = 2; i < scales.size(); ++i) scales[i] = call.rng.Pick<float>(kScales);
  const bool nearest = call.rng.Chance(0.5) || !IsFloat(call.dtype(0));
  return Proposal{.attrs = {{"mode", std::string(nearest ? "nearest" : "linear")}},
                  .constants = {MakeTensor(DType::kFloat32,
                                           Shape{static_cast<int64_t>(scales.size())}, scales)}};
}

}  // namespace

std::optional<Proposal> ProposeUpsample(const ProposeCall& call) {
  auto out = ProposeScales(call);
  if (!out.has_value() || call.opset >= 10) return std::nullopt;
  if (call.opset < 9) {
    std::vector<float> scales;
    for (int64_t i = 0; i < out->constants[0]->count(); ++i)
      scales.push_back(static_cast<float>(out->constants[0]->RealAt(i)));
    out->attrs.Set("scales", scales);
    out->constants.clear();
  }
  return out;
}

namespace {

void ProposeModes(const ProposeCall& call, Proposal& out, bool crop) {
  Rng& rng = call.rng;
  const char* const modes[] = {"nearest", "linear", "cubic"};
  const char* const coordinates[] = {"half_pixel", "pytorch_half_pixel", "align_corners",
                                     "asymmetric", "half_pixel_symmetric"};
  const char* const nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
  const std::string mode = IsFloat(call.dtype(0)) ? rng.Pick<const char*>(modes) : "nearest";
  out.attrs.Set("mode", mode);
  out.attrs.Set(
      "coordinate_transformation_mode",
      std::string(crop ? "tf_crop_and_resize" : coordinates[rng.Int(0, call.opset >= 19 ? 4 : 3)]));
  if (mode == "nearest") out.attrs.Set("nearest_mode", std::string(rng.Pick<const char*>(nearest)));
  if (mode == "cubic" && rng.Chance(0.3)) out.attrs.Set("cubic_coeff_a", -0.5F);
  if (mode == "cubic" && !crop && rng.Chance(0.3)) out.attrs.Set("exclude_outside", int64_t{1});
  if (mode != "nearest" && call.opset >= 18 && !crop && rng.Chance(0.2))
    out.attrs.Set("antialias", int64_t{1});
  if (crop) out.attrs.Set("extrapolation_value", 10.0F);
}

}  // namespace

std::optional<Proposal> ProposeResize(const ProposeCall& call) {
  if (call.opset < 11) return ProposeScales(call);
  const Shape x = call.rank(0) < 1 ? Shape{} : call.shape(0);
  if (x.empty() || x.size() > 5 || ElementCount(x) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const auto rank = static_cast<int64_t>(x.size());
  const bool crop = rng.Chance(0.15), by_size = rng.Chance(0.5);
  const size_t first = x.size() > 2 ? x.size() - 2 : 0;
  Proposal out;
  ProposeModes(call, out, crop);
  std::vector<double> roi(2 * x.size(), 0), scales(x.size(), 1);
  std::vector<int64_t> sizes(x.begin(), x.end());
  for (size_t i = 0; i < x.size(); ++i) roi[x.size() + i] = 1;
  constexpr float kScales[] = {1, 2, 0.5F, 3, 1.5F, 0.6F};
  for (size_t i = first; i < x.size(); ++i) {
    sizes[i] = rng.Int(1, 2 * x[i] + 1);
    scales[i] = rng.Pick<float>(kScales);
    if (scales[i] * static_cast<double>(x[i]) < 1) scales[i] = 2;
    if (crop) roi[i] = 0.25, roi[x.size() + i] = rng.Chance(0.5) ? 0.75 : 1.25;
  }
  if (crop && !by_size) return std::nullopt;
  // Before opset 13 an unused roi or scales is an empty tensor.
  const Tensor none = MakeTensor(DType::kFloat32, Shape{0}, {});
  if (crop)
    out.constants.emplace_back(MakeTensor(DType::kFloat32, Shape{2 * rank}, roi));
  else if (call.opset < 13)
    out.constants.emplace_back(none);
  else
    out.constants.emplace_back(std::nullopt);
  if (!by_size)
    out.constants.emplace_back(MakeTensor(DType::kFloat32, Shape{rank}, scales));
  else if (call.opset < 13)
    out.constants.emplace_back(none);
  else
    out.constants.emplace_back(std::nullopt);
  if (by_size) out.constants.emplace_back(Int64Vector(sizes));
  return out;
}

}  // namespace assay::ops
