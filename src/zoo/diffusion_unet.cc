// One level of a latent-diffusion U-Net (Rombach et al., 2021), with the sizes of Stable Diffusion
// 1: residual blocks that take a time embedding, transformers that attend to a text, down, middle
// and up with a skip.
#include <cmath>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/transformer.h"

namespace assay::zoo {
namespace {

constexpr int kDiffusionOpset = 21;  // GroupNormalization with one scale per channel
constexpr double kDiffusionBranchGain = 0.02;
// The stream of features is larger than what one block adds to it, as in trained networks.
constexpr double kStreamGain = 100;

ValueId GroupNorm(Builder& b, std::string_view layer, ValueId x) {
  const int64_t channels = b.dim(x, 1);
  return b.SetMoments(
      b.Op("GroupNormalization", layer,
           {x, b.Weight(layer, "weight", UniformTensor(b.rng(), {channels}, 0.8, 1.2)),
            b.Weight(layer, "bias", NormalTensor(b.rng(), {channels}, 0, 0.1))},
           {{"num_groups", b.Pick<int64_t>(4, 32)}, {"epsilon", 1e-5f}}),
      Moments::Of(0, 1));
}

// Sines and cosines of the time at falling frequencies, then two linear maps. [1, width]
ValueId TimeEmbedding(Builder& b, ValueId time, int64_t features, int64_t width) {
  const Builder::Scope scope(b, "time_embedding");
  std::vector<float> frequencies;
  for (int64_t i = 0; i < features / 2; ++i)
    frequencies.push_back(static_cast<float>(
        std::exp(-std::log(10000.0) * static_cast<double>(i) / static_cast<double>(features / 2))));
  ValueId x = b.Op("Cast", "cast", {time}, {{"to", static_cast<int64_t>(DType::kFloat32)}});
  x = b.Op("Unsqueeze", "unsqueeze", {x, b.Ints("unsqueeze", "axes", {1})});
  x = b.Op("Mul", "angles",
           {x, b.Weight("angles", "frequencies", FloatTensor({1, features / 2}, frequencies))});
  x = Concat(b, "sinusoid", {b.Op("Cos", "cos", {x}), b.Op("Sin", "sin", {x})}, 1);
  b.SetMoments(x, Moments::Of(0, 0.5));
  x = Activate(b, "silu", Linear(b, "linear_1", x, width), Act::kSilu);
  return Linear(b, "linear_2", x, width);
}

ValueId ResBlock(Builder& b, std::string_view name, ValueId x, ValueId time, int64_t channels) {
  const Builder::Scope scope(b, name);
  ValueId y = Activate(b, "silu1", GroupNorm(b, "norm1", x), Act::kSilu);
  y = Conv(b, "conv1", y, channels, {.bias = true});
  ValueId shift =
      Linear(b, "time_emb_proj", Activate(b, "time_silu", time, Act::kSilu), channels, 0.3);
  shift = b.Op("Unsqueeze", "time_unsqueeze", {shift, b.Ints("time_unsqueeze", "axes", {2, 3})});
  y = b.Op("Add", "add_time", {y, shift});
  y = Activate(b, "silu2", GroupNorm(b, "norm2", y), Act::kSilu);
  y = Conv(b, "conv2", y, channels, {.bias = true, .gain = kDiffusionBranchGain});
  if (b.dim(x, 1) != channels)
    x = Conv(b, "conv_shortcut", x, channels, {.kernel = 1, .bias = true, .gain = kStreamGain});
  return Add(b, "add", y, x);
}

// Linear map to twice the width, one half gates the other.
ValueId GatedForward(Builder& b, ValueId x) {
  const Builder::Scope scope(b, "ff");
  const int64_t features = b.dim(x, 2), hidden = 4 * features;
  const std::vector<ValueId> halves =
      b.OpMany("Split", "split",
               {Project(b, "proj", x, 2 * hidden), b.Ints("split", "sizes", {hidden, hidden})},
               {{"axis", int64_t{2}}}, 2);
  const ValueId y = b.Op("Mul", "gate", {halves[0], b.Op("Gelu", "gelu", {halves[1]})});
  return Project(b, "out", y, features, kDiffusionBranchGain);
}

ValueId SpatialTransformer(Builder& b, std::string_view name, ValueId x, ValueId text,
                           int64_t heads) {
  const Builder::Scope scope(b, name);
  const Shape shape = b.shape(x);
  ValueId y = Conv(b, "proj_in", GroupNorm(b, "norm", x), shape[1],
                   {.kernel = 1, .bias = true, .gain = kStreamGain});
  y = Transpose(b, "tokens", Reshape(b, "flatten", y, {1, shape[1], -1}), {0, 2, 1});
  const ValueId own = LayerNorm(b, "norm1", y);
  y = Add(b, "add1", Attention(b, "attn1", own, own, heads, kDiffusionBranchGain), y);
  y = Add(b, "add2",
          Attention(b, "attn2", LayerNorm(b, "norm2", y), text, heads, kDiffusionBranchGain), y);
  y = Add(b, "add3", GatedForward(b, LayerNorm(b, "norm3", y)), y);
  y = Reshape(b, "image", Transpose(b, "channels_first", y, {0, 2, 1}),
              {1, shape[1], shape[2], shape[3]});
  y = Conv(b, "proj_out", y, shape[1], {.kernel = 1, .bias = true, .gain = kDiffusionBranchGain});
  return Add(b, "add", y, x);
}

}  // namespace

Subject BuildDiffusionUNet(Size size, Rng& rng) {
  Builder b("diffusion-unet", kDiffusionOpset, size, rng);
  const int64_t side = b.Pick<int64_t>(8, 64), width = b.Pick<int64_t>(8, 320);
  const int64_t heads = b.Pick<int64_t>(2, 8);
  const ValueId latent = b.Input("sample", NormalTensor(rng, {1, 4, side, side}, 0, 1));
  const ValueId step = b.Input("timestep", Int64Vector(std::vector<int64_t>{rng.Int(1, 999)}));
  const ValueId text =
      b.Input("encoder_hidden_states",
              NormalTensor(rng, {1, b.Pick<int64_t>(5, 77), b.Pick<int64_t>(12, 768)}, 0, 1));
  const ValueId time = TimeEmbedding(b, step, width, 4 * width);
  ValueId x = Conv(b, "conv_in", latent, width, {.bias = true, .gain = kStreamGain});
  x = ResBlock(b, "down/resnet", x, time, width);
  const ValueId skip = SpatialTransformer(b, "down/attention", x, text, heads);
  x = Conv(b, "down/downsample", skip, width, {.stride = 2, .bias = true, .gain = kStreamGain});
  x = ResBlock(b, "mid/resnet1", x, time, 2 * width);
  x = SpatialTransformer(b, "mid/attention", x, text, heads);
  x = ResBlock(b, "mid/resnet2", x, time, 2 * width);
  x = Conv(b, "up/upsample/conv", Upsample(b, "up/upsample", x, 2), 2 * width,
           {.bias = true, .gain = kStreamGain});
  x = ResBlock(b, "up/resnet", Concat(b, "up/concat", {x, skip}), time, width);
  x = SpatialTransformer(b, "up/attention", x, text, heads);
  b.Head();
  x = Activate(b, "silu", GroupNorm(b, "conv_norm_out", x), Act::kSilu);
  b.Output(Conv(b, "conv_out", x, 4, {.bias = true}), "noise");
  return b.Finish();
}

}  // namespace assay::zoo
