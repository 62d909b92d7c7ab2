// A GPT decoder with rotary embedding and a cache of keys and values, laid out as GPT-NeoX (Pythia
// 160M): twelve layers whose attention and feed-forward halves run side by side. One step: some new
// tokens after a past.
#include <cmath>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/transformer.h"

namespace assay::zoo {
namespace {

constexpr int kGptLayers = 12;
constexpr double kGptBranchGain = 0.03;
// The stream of tokens is larger than what one layer adds to it, as in trained networks.
constexpr double kGptStreamDeviation = 10;
constexpr double kRotaryBase = 10000;

struct Sizes {
  int64_t past, fresh, heads, per_head, rotary, vocabulary;
  int64_t features() const { return heads * per_head; }
  int64_t total() const { return past + fresh; }
};

struct Angles {
  ValueId cos, sin;  // [1, 1, fresh, rotary]
};

// Positions times frequencies, twice side by side.
Angles RotaryAngles(Builder& b, ValueId positions, const Sizes& s) {
  const Builder::Scope scope(b, "rotary_emb");
  std::vector<float> frequencies;
  for (int64_t i = 0; i < s.rotary; i += 2)
    frequencies.push_back(static_cast<float>(
        1 / std::pow(kRotaryBase, static_cast<double>(i) / static_cast<double>(s.rotary))));
  ValueId x = b.Op("Cast", "cast", {positions}, {{"to", static_cast<int64_t>(DType::kFloat32)}});
  x = b.Op("Unsqueeze", "unsqueeze", {x, b.Ints("unsqueeze", "axes", {1, 3})});
  x = b.Op("Mul", "angles",
           {x, b.Weight("angles", "inv_freq", FloatTensor({s.rotary / 2}, frequencies))});
  x = Concat(b, "twice", {x, x}, -1);
  return {b.Op("Cos", "cos", {x}), b.Op("Sin", "sin", {x})};
}

// The first `rotary` features of each head turn by the angle, the others pass.
ValueId Rotate(Builder& b, std::string_view name, ValueId x, const Angles& angles, const Sizes& s) {
  const Builder::Scope scope(b, name);
  const ValueId turning = Slice(b, "turning", x, 3, 0, s.rotary);
  const ValueId first = Slice(b, "first_half", turning, 3, 0, s.rotary / 2);
  const ValueId second = Slice(b, "second_half", turning, 3, s.rotary / 2, s.rotary);
  const ValueId swapped = Concat(b, "swapped", {b.Op("Neg", "neg", {second}), first}, 3);
  const ValueId sum = b.Op("Add", "sum",
                           {b.Op("Mul", "mul_cos", {turning, angles.cos}),
                            b.Op("Mul", "mul_sin", {swapped, angles.sin})});
  return Concat(b, "concat", {sum, Slice(b, "passing", x, 3, s.rotary, s.per_head)}, 3);
}

// [1, 1, fresh, total]: no token sees a later one or a masked one.
ValueId KeepMask(Builder& b, ValueId mask, const Sizes& s) {
  std::vector<int64_t> causal;
  for (int64_t i = 0; i < s.fresh; ++i)
    for (int64_t j = 0; j < s.total(); ++j) causal.push_back(j <= s.past + i ? 1 : 0);
  const Tensor table = MakeIntTensor(DType::kBool, {1, 1, s.fresh, s.total()}, causal);
  ValueId x = b.Op("Cast", "mask/cast", {mask}, {{"to", static_cast<int64_t>(DType::kBool)}});
  x = b.Op("Unsqueeze", "mask/unsqueeze", {x, b.Ints("mask/unsqueeze", "axes", {1, 2})});
  return b.Op("And", "mask/and", {x, b.Weight("mask/and", "causal", table)});
}

class Decoder {
 public:
  Decoder(Builder& b, const Sizes& sizes, const Angles& angles, ValueId keep)
      : b_(b), s_(sizes), angles_(angles), keep_(keep) {}

  ValueId Layer(int number, ValueId x) {
    const Builder::Scope scope(b_, StrCat("layers.", number));
    const ValueId attention = SelfAttention(number, LayerNorm(b_, "input_layernorm", x));
    const ValueId forward = FeedForward(b_, "mlp", LayerNorm(b_, "post_attention_layernorm", x),
                                        4 * s_.features(), kGptBranchGain);
    return Add(b_, "residual", Add(b_, "parallel", attention, forward), x);
  }

  // What later steps need, in order of the layers.
  const std::vector<ValueId>& presents() const { return presents_; }

 private:
  ValueId SelfAttention(int number, ValueId x) {
    const Builder::Scope scope(b_, "attention");
    x = Project(b_, "query_key_value", x, 3 * s_.features());
    x = Reshape(b_, "heads", x, {1, s_.fresh, s_.heads, 3 * s_.per_head});
    x = Transpose(b_, "heads_first", x, {0, 2, 1, 3});
    const std::vector<ValueId> qkv = b_.OpMany(
        "Split", "split", {x, b_.Ints("split", "sizes", {s_.per_head, s_.per_head, s_.per_head})},
        {{"axis", int64_t{3}}}, 3);
    const ValueId q = Rotate(b_, "rotate_query", qkv[0], angles_, s_);
    const ValueId k = Cached(StrCat("past.", number, ".key"), "cache_key",
                             Rotate(b_, "rotate_key", qkv[1], angles_, s_));
    const ValueId v = Cached(StrCat("past.", number, ".value"), "cache_value", qkv[2]);
    const ValueId y = Attend(b_, q, k, v, {.keep = keep_});
    return Project(b_, "dense", MergeHeads(b_, "merge_heads", y), s_.features(), kGptBranchGain);
  }

  ValueId Cached(const std::string& input, std::string_view layer, ValueId fresh) {
    const ValueId past =
        b_.Input(input, NormalTensor(b_.rng(), {1, s_.heads, s_.past, s_.per_head}, 0, 1));
    presents_.push_back(Concat(b_, layer, {past, fresh}, 2));
    return presents_.back();
  }

  Builder& b_;
  Sizes s_;
  Angles angles_;
  ValueId keep_;
  std::vector<ValueId> presents_;
};

// past, past + 1, ...: where the new tokens stand.
Tensor Positions(const Sizes& s) {
  std::vector<int64_t> out;
  for (int64_t i = 0; i < s.fresh; ++i) out.push_back(s.past + i);
  return Int64Vector(out).Reshaped({1, s.fresh});
}

}  // namespace

Subject BuildGpt(Size size, Rng& rng) {
  Builder b("gpt", kGeluOpset, size, rng);
  const Sizes s = b.Pick<Sizes>({6, 3, 2, 8, 4, 100}, {64, 8, 12, 64, 16, 50304});
  const ValueId ids = b.Input("input_ids", Tokens(rng, s.fresh, s.vocabulary));
  const ValueId mask = b.Input("attention_mask", Mask(s.total(), s.total()));
  const ValueId positions = b.Input("position_ids", Positions(s));
  ValueId x =
      b.Op("Gather", "embed_in",
           {b.Weight("embed_in", "weight",
                     NormalTensor(rng, {s.vocabulary, s.features()}, 0, kGptStreamDeviation)),
            ids});
  Decoder decoder(b, s, RotaryAngles(b, positions, s), KeepMask(b, mask, s));
  for (int i = 0; i < kGptLayers; ++i) x = decoder.Layer(i, x);
  b.Head();
  x = LayerNorm(b, "final_layer_norm", x);
  b.Output(Project(b, "embed_out", x, s.vocabulary, 1, false), "logits");
  for (size_t i = 0; i < decoder.presents().size(); ++i)
    b.Output(decoder.presents()[i], StrCat("present.", i / 2, i % 2 == 0 ? ".key" : ".value"));
  return b.Finish();
}

}  // namespace assay::zoo
