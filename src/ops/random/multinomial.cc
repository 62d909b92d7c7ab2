// Multinomial: draws class indices, per row of unnormalised log-probabilities.
//
// Spec:  ONNX opsets 7, 22 (bfloat16). Output [batch, sample_size], int32 by default.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kMultinomialSeed = {"the classes drawn, even for a given seed",
                                   "ONNX Multinomial: no generator is stated"};

Result<DType> DrawnType(const Call& call) {
  const int64_t code = call.AttrInt("dtype", static_cast<int64_t>(DType::kInt32));
  if (code == static_cast<int64_t>(DType::kInt32)) return DType::kInt32;
  if (code == static_cast<int64_t>(DType::kInt64)) return DType::kInt64;
  return Invalid(StrCat("dtype ", code, " is not int32 or int64"));
}

Result<Types> InferMultinomial(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, DrawnType(call));
  const int64_t samples = call.AttrInt("sample_size", 1);
  if (samples < 1) return Invalid(StrCat("sample_size ", samples, " is not positive"));
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() != 2) return Invalid(StrCat("input needs rank 2, has ", x.rank()));
  return OneType(
      TensorType(type, Dims{x.has_rank ? x.dims[0] : Dim::Unknown(), Dim::Known(samples)}));
}

// An index with probability exp(x[i]) / sum; the last one that is possible when rounding leaves a
// rest.
int64_t Draw(const Bounded& x, int64_t row, double unit) {
  const int64_t classes = x.shape()[1];
  double max = -kInf, sum = 0;
  for (int64_t c = 0; c < classes; ++c) max = std::max(max, x.real(row * classes + c).v);
  const auto weight = [&](int64_t c) {
    const double v = x.real(row * classes + c).v;
    return max == -kInf || std::isnan(v) ? 0 : std::exp(v - max);
  };
  for (int64_t c = 0; c < classes; ++c) sum += weight(c);
  double left = unit * sum;
  int64_t last = 0;
  for (int64_t c = 0; c < classes; ++c) {
    if (weight(c) > 0) last = c;
    left -= weight(c);
    if (left < 0) return c;
  }
  return last;
}

Result<Outputs> EvaluateMultinomial(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const DType type, DrawnType(call));
  const int64_t samples = call.AttrInt("sample_size", 1), batch = x.shape()[0],
                classes = x.shape()[1];
  if (classes == 0 && batch > 0) return Invalid("there is no class to draw");
  ASSAY_ASSIGN(Bounded y, NewTensor(type, {batch, samples}));
  for (int64_t i = 0; i < y.count(); ++i) {
    const int64_t drawn = Draw(x, i / samples, call.random().Unit());
    y.set(i, call.adversarial() ? Int::Point(drawn) : Int{drawn, 0, classes - 1});
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeMultinomial(const ProposeCall& call) {
  if (call.rank(0) != 2 || call.shape(0)[1] == 0) return std::nullopt;
  Proposal out;
  out.attrs = {{"sample_size", call.rng.Int(1, 5)}};
  if (call.rng.Chance(0.5)) out.attrs.Set("dtype", static_cast<int64_t>(DType::kInt64));
  return out;
}

}  // namespace

OpDef MultinomialDef() {
  return {.name = "Multinomial",
          .meaning = "class indices drawn by log-probabilities",
          .rounding = Rounding::kRandom,
          .infer = InferMultinomial,
          .evaluate = EvaluateMultinomial,
          .propose = ProposeMultinomial,
          .open = {kMultinomialSeed}};
}

}  // namespace assay::ops
