#include "zoo/transformer.h"

#include <cmath>
#include <limits>

#include "base/strings.h"

namespace assay::zoo {
namespace {

// Scores that differ by little over one between tokens: attention that is neither flat nor a
// choice.
constexpr double kScoreGain = 0.4;

// [rows, columns] to [columns, rows].
Tensor Transposed(const Tensor& x) {
  const int64_t rows = x.shape()[0], columns = x.shape()[1];
  std::vector<std::byte> bytes(x.byte_size());
  auto* const out = reinterpret_cast<float*>(bytes.data());
  const auto in = x.as<float>();
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      out[j * rows + i] = in[static_cast<size_t>(i * columns + j)];
  return Tensor(DType::kFloat32, {columns, rows}, std::move(bytes));
}

}  // namespace

ValueId Project(Builder& b, std::string_view layer, ValueId x, int64_t features, double gain,
                bool bias) {
  FilterPlan plan{.shape = {features, b.shape(x).back()}, .shaping = b.shaping(), .gain = gain};
  const Filters drawn = DrawFilters(b.rng(), plan, b.moments(x).Pooled());
  ValueId y = b.Op("MatMul", bias ? StrCat(layer, "/matmul") : std::string(layer),
                   {x, b.Weight(layer, "weight", Transposed(drawn.weights))});
  if (bias)
    y = b.Op("Add", StrCat(layer, "/add"),
             {y, b.Weight(layer, "bias", NormalTensor(b.rng(), {features}, 0, 0.1))});
  b.SetMoments(y, drawn.out.Pooled());
  return y;
}

ValueId LayerNorm(Builder& b, std::string_view layer, ValueId x, float epsilon) {
  const int64_t features = b.shape(x).back();
  return b.SetMoments(
      b.Op("LayerNormalization", layer,
           {x, b.Weight(layer, "weight", UniformTensor(b.rng(), {features}, 0.8, 1.2)),
            b.Weight(layer, "bias", NormalTensor(b.rng(), {features}, 0, 0.1))},
           {{"axis", int64_t{-1}}, {"epsilon", epsilon}}),
      Moments::Of(0, 1));
}

ValueId SplitHeads(Builder& b, std::string_view layer, ValueId x, int64_t heads) {
  const Shape shape = b.shape(x);
  const ValueId y =
      Reshape(b, StrCat(layer, "/reshape"), x, {shape[0], shape[1], heads, shape[2] / heads});
  return Transpose(b, StrCat(layer, "/transpose"), y, {0, 2, 1, 3});
}

ValueId MergeHeads(Builder& b, std::string_view layer, ValueId x) {
  const Shape shape = b.shape(x);
  const ValueId y = Transpose(b, StrCat(layer, "/transpose"), x, {0, 2, 1, 3});
  return Reshape(b, StrCat(layer, "/reshape"), y, {shape[0], shape[2], shape[1] * shape[3]});
}

ValueId Attend(Builder& b, ValueId q, ValueId k, ValueId v, const AttentionMask& mask) {
  const double scale = 1 / std::sqrt(static_cast<double>(b.dim(q, 3)));
  ValueId scores = b.Op("MatMul", "scores", {q, Transpose(b, "key_transpose", k, {0, 1, 3, 2})});
  scores = b.Op("Mul", "scale", {scores, b.Scalar("scale", "by", static_cast<float>(scale))});
  if (mask.add != kAbsent) scores = b.Op("Add", "mask", {scores, mask.add});
  if (mask.keep != kAbsent)
    scores =
        b.Op("Where", "mask",
             {mask.keep, scores, b.Scalar("mask", "lowest", std::numeric_limits<float>::lowest())});
  return b.SetMoments(b.Op("MatMul", "context", {Softmax(b, "softmax", scores, -1), v}),
                      AfterScale(b.moments(v), 0.7));
}

ValueId Attention(Builder& b, std::string_view name, ValueId x, ValueId context, int64_t heads,
                  double gain, const AttentionMask& mask) {
  const Builder::Scope scope(b, name);
  const int64_t features = b.dim(x, 2);
  const ValueId q =
      SplitHeads(b, "query_heads", Project(b, "query", x, features, kScoreGain), heads);
  const ValueId k =
      SplitHeads(b, "key_heads", Project(b, "key", context, features, kScoreGain), heads);
  const ValueId v = SplitHeads(b, "value_heads", Project(b, "value", context, features), heads);
  return Project(b, "output", MergeHeads(b, "merge_heads", Attend(b, q, k, v, mask)), features,
                 gain);
}

ValueId FeedForward(Builder& b, std::string_view name, ValueId x, int64_t hidden, double gain) {
  const Builder::Scope scope(b, name);
  const int64_t features = b.dim(x, 2);
  const ValueId y = Activate(b, "gelu", Project(b, "fc1", x, hidden), Act::kGelu);
  return Project(b, "fc2", y, features, gain);
}

}  // namespace assay::zoo
