// Attention, written out: softmax(scale Q K^T + mask) V, with heads as an axis of their own;
// RotaryEmbedding.
#include <cmath>
#include <limits>

#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// [batch, length, heads * size] -> [batch, heads, length, size]
ValueId Heads(Vjp& v, size_t i, int64_t heads) {
  const Shape s = v.shape(i);
  if (s.size() == 4) return v.x(i);
  const Shape split = {s[0], s[1], heads, s[2] / heads};
  return v.t.Transpose(v.t.Reshape(v.x(i), split), {0, 2, 1, 3});
}

// Each head of keys or values serves `times` heads of queries next to each other.
ValueId Repeat(Tape& t, ValueId x, int64_t times) {
  if (times == 1) return x;
  const Shape s = t.shape(x);
  const Shape wide = {s[0], s[1], times, s[2], s[3]};
  const ValueId copies = t.FitTo(t.Reshape(x, Shape{s[0], s[1], 1, s[2], s[3]}), wide);
  return t.Reshape(copies, Shape{s[0], s[1] * times, s[2], s[3]});
}

// Minus infinity where a key lies behind its query.
ValueId CausalMask(Tape& t, DType dtype, int64_t queries, int64_t keys) {
  std::vector<double> mask;
  for (int64_t q = 0; q < queries; ++q)
    for (int64_t k = 0; k < keys; ++k)
      mask.push_back(k > q ? -std::numeric_limits<double>::infinity() : 0);
  return t.Constant(MakeTensor(dtype, Shape{queries, keys}, mask));
}

ValueId AddMask(Vjp& v, ValueId scores) {
  Tape& t = v.t;
  if (!v.has(3)) return scores;
  if (t.dtype(v.x(3)) != DType::kBool) return t.Add(scores, v.x(3));
  return t.Where(v.x(3), scores, t.Number(scores, -std::numeric_limits<double>::infinity()));
}

}  // namespace

std::vector<ValueId> AttentionExpansion(Vjp& v) {
  Tape& t = v.t;
  if (v.has(4) || v.has(5) || v.has(6) || v.output_count() > 1)
    v.Refuse("a cache of keys and values, or an output besides Y");
  // Texts differ on whether the mask comes before or behind it.
  if (v.AttrFloat("softcap", 0) != 0) v.Refuse("softcap");
  const ValueId q = Heads(v, 0, v.AttrInt("q_num_heads", 1));
  ValueId k = Heads(v, 1, v.AttrInt("kv_num_heads", 1)),
          w = Heads(v, 2, v.AttrInt("kv_num_heads", 1));
  const Shape qs = t.shape(q), ks = t.shape(k);
  if (v.has(3) && t.shape(v.x(3)).back() != ks[2]) v.Refuse("a mask shorter than the keys");
  k = Repeat(t, k, qs[1] / ks[1]);
  w = Repeat(t, w, qs[1] / ks[1]);
  const double scale =
      v.HasAttr("scale") ? v.AttrFloat("scale", 1) : 1 / std::sqrt(static_cast<double>(qs[3]));
  ValueId scores = t.Scale(t.Op("MatMul", {q, t.SwapLast(k)}), scale);
  if (v.AttrInt("is_causal", 0) != 0)
    scores = t.Add(scores, CausalMask(t, t.dtype(q), qs[2], ks[2]));
  scores = AddMask(v, scores);
  const ValueId weights = t.Op("Softmax", {scores}, {{"axis", int64_t{-1}}});
  const ValueId out = t.Op("MatMul", {weights, w});
  return {v.shape(0).size() == 4 ? out : t.Reshape(t.Transpose(out, {0, 2, 1, 3}), t.shape(v.y()))};
}

// A rotation: the way back is the rotation by the opposite angles.
void RotaryEmbeddingVjp(Vjp& v) {
  std::vector<ValueId> inputs = {v.dy(), v.x(1), v.t.Neg(v.x(2))};
  if (v.has(3)) inputs.push_back(v.x(3));
  v.Give(0, v.t.Op("RotaryEmbedding", inputs, v.node().attrs));
}

}  // namespace assay::gradient
