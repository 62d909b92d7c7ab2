// ViT-B/16 (Dosovitskiy et al., 2020): patches as tokens, twelve encoder layers with normalisation
// before each half, and a classifier on the class token.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/transformer.h"

namespace assay::zoo {
namespace {

constexpr int kVitLayers = 12;
constexpr float kVitEpsilon = 1e-6f;
constexpr double kVitBranchGain = 0.02;
// The stream of tokens is larger than what one layer adds to it, as in trained networks.
constexpr double kVitStreamDeviation = 16;

ValueId VitLayer(Builder& b, std::string_view name, ValueId x, int64_t heads) {
  const Builder::Scope scope(b, name);
  const ValueId normal = LayerNorm(b, "ln_1", x, kVitEpsilon);
  x = Add(b, "residual_1", Attention(b, "self_attention", normal, normal, heads, kVitBranchGain),
          x);
  const ValueId forward =
      FeedForward(b, "mlp", LayerNorm(b, "ln_2", x, kVitEpsilon), 4 * b.dim(x, 2), kVitBranchGain);
  return Add(b, "residual_2", forward, x);
}

}  // namespace

Subject BuildVit(Size size, Rng& rng) {
  Builder b("vit", kGeluOpset, size, rng);
  const int64_t patch = b.Pick<int64_t>(4, 16), features = b.Pick<int64_t>(16, 768);
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(16, 224), Norm::kSigned));
  x = Conv(b, "conv_proj", x, features,
           {.kernel = patch,
            .stride = patch,
            .padding = Padding::kValid,
            .bias = true,
            .gain = kVitStreamDeviation * kVitStreamDeviation});
  x = Transpose(b, "tokens", Reshape(b, "flatten_patches", x, {1, features, -1}), {0, 2, 1});
  const ValueId token = b.Weight("class_token", "weight",
                                 NormalTensor(rng, {1, 1, features}, 0, kVitStreamDeviation));
  x = Concat(b, "class_token", {token, x}, 1);
  const ValueId positions =
      b.Weight("pos_embedding", "weight", NormalTensor(rng, {1, b.dim(x, 1), features}, 0, 0.5));
  x = b.Op("Add", "pos_embedding", {x, positions});
  for (int i = 0; i < kVitLayers; ++i)
    x = VitLayer(b, StrCat("encoder_layer_", i), x, b.Pick<int64_t>(2, 12));
  x = LayerNorm(b, "ln", x, kVitEpsilon);
  b.Head();
  x = b.Op("Gather", "class_of_image", {x, b.Weight("class_of_image", "index", ScalarInt64(0))},
           {{"axis", int64_t{1}}});
  b.Output(Linear(b, "head", x, b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
