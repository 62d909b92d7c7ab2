// BERT base (Devlin et al., 2018): twelve encoder layers with normalisation after each half, a mask
// for the padding, and a classifier of the whole text.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/transformer.h"

namespace assay::zoo {
namespace {

constexpr int kBertLayers = 12;
constexpr float kBertEpsilon = 1e-12f;
constexpr double kBertBranchGain = 0.1;

ValueId Embed(Builder& b, std::string_view layer, ValueId ids, int64_t rows, int64_t features) {
  return b.Op("Gather", layer,
              {b.Weight(layer, "weight", NormalTensor(b.rng(), {rows, features}, 0, 1)), ids});
}

// 0 where the mask is 1, -10000 where it is 0. [1, 1, 1, length]
ValueId MaskToAdd(Builder& b, ValueId mask) {
  ValueId x = b.Op("Unsqueeze", "mask/unsqueeze", {mask, b.Ints("mask/unsqueeze", "axes", {1, 2})});
  x = b.Op("Cast", "mask/cast", {x}, {{"to", static_cast<int64_t>(DType::kFloat32)}});
  x = b.Op("Sub", "mask/sub", {b.Scalar("mask/sub", "one", 1), x});
  return b.Op("Mul", "mask/mul", {x, b.Scalar("mask/mul", "by", -10000)});
}

ValueId BertLayer(Builder& b, std::string_view name, ValueId x, int64_t heads,
                  const AttentionMask& mask) {
  const Builder::Scope scope(b, name);
  const int64_t features = b.dim(x, 2);
  ValueId y = Attention(b, "attention", x, x, heads, kBertBranchGain, mask);
  x = LayerNorm(b, "attention/LayerNorm", Add(b, "attention/residual", y, x), kBertEpsilon);
  y = FeedForward(b, "feed_forward", x, 4 * features, kBertBranchGain);
  return LayerNorm(b, "output/LayerNorm", Add(b, "output/residual", y, x), kBertEpsilon);
}

}  // namespace

Subject BuildBert(Size size, Rng& rng) {
  Builder b("bert", kGeluOpset, size, rng);
  const int64_t length = b.Pick<int64_t>(10, 128), features = b.Pick<int64_t>(16, 768);
  const int64_t heads = b.Pick<int64_t>(2, 12), vocabulary = b.Pick<int64_t>(100, 30522);
  const ValueId ids = b.Input("input_ids", Tokens(rng, length, vocabulary));
  const ValueId mask = b.Input("attention_mask", Mask(length - length / 4, length));
  const ValueId types = b.Input("token_type_ids", Mask(0, length));
  ValueId x = Embed(b, "embeddings/word", ids, vocabulary, features);
  x = Add(b, "embeddings/add_type", x, Embed(b, "embeddings/token_type", types, 2, features));
  const ValueId positions =
      b.Weight("embeddings/position", "weight", NormalTensor(rng, {1, length, features}, 0, 1));
  x = Add(b, "embeddings/add_position", x, positions);
  x = LayerNorm(b, "embeddings/LayerNorm", x, kBertEpsilon);
  const AttentionMask attention = {.add = MaskToAdd(b, mask)};
  for (int i = 0; i < kBertLayers; ++i)
    x = BertLayer(b, StrCat("encoder/layer.", i), x, heads, attention);
  b.Head();
  x = b.Op("Gather", "pooler/first_token",
           {x, b.Weight("pooler/first_token", "index", ScalarInt64(0))}, {{"axis", int64_t{1}}});
  x = Activate(b, "pooler/tanh", Linear(b, "pooler/dense", x, features), Act::kTanh);
  b.Output(Linear(b, "classifier", x, 2), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
