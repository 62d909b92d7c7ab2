// Bernoulli: 1 with the probability that the input gives, otherwise 0.
//
// Spec:  ONNX opsets 15, 22 (bfloat16). Probabilities outside [0, 1] are not allowed.
// Traps: probability 0 and 1 leave no choice.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kBernoulliSeed = {"the numbers drawn, even for a given seed",
                                 "ONNX Bernoulli: 'may not produce the same values in different "
                                 "implementations (even if a seed is specified)'"};

Result<DType> DrawnType(const Call& call, DType otherwise) {
  if (!call.HasAttr("dtype")) return otherwise;
  const auto type = call.AttrDType("dtype");
  if (!type || (!IsFloat(*type) && !IsIntOrBool(*type)))
    return Invalid(StrCat("dtype ", call.AttrInt("dtype", 0), " is not a number type"));
  return *type;
}

Result<Types> InferBernoulli(const InferCall& call) {
  TensorType out = call.input(0);
  ASSAY_ASSIGN(out.dtype, DrawnType(call, out.dtype));
  return OneType(out);
}

Result<Outputs> EvaluateBernoulli(const EvalCall& call) {
  const Bounded& p = call.tensor(0);
  ASSAY_ASSIGN(const DType type, DrawnType(call, p.dtype()));
  Bounded y(type, p.shape());
  for (int64_t i = 0; i < p.count(); ++i) {
    const Real chance = p.real(i);
    const bool one = call.random().Unit() < chance.v;
    // An invalid probability leaves the result open between the two outcomes.
    const bool can_be_0 = chance.nan != Nan::kNever || chance.lo < 1,
               can_be_1 = chance.nan != Nan::kNever || chance.hi > 0;
    Int drawn{one, one, one};
    if (!call.adversarial()) drawn = {one, can_be_0 || !one ? 0 : 1, can_be_1 || one ? 1 : 0};
    if (y.is_real())
      y.set(i, Real{static_cast<double>(drawn.v), static_cast<double>(drawn.lo),
                    static_cast<double>(drawn.hi), Nan::kNever});
    else
      y.set(i, drawn);
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeBernoulli(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.4))
    out.attrs.Set("dtype",
                  static_cast<int64_t>(call.rng.Chance(0.5) ? DType::kBool : DType::kInt32));
  return out;
}

}  // namespace

OpDef BernoulliDef() {
  return {.name = "Bernoulli",
          .meaning = "0 or 1 with given probabilities",
          .rounding = Rounding::kRandom,
          .infer = InferBernoulli,
          .evaluate = EvaluateBernoulli,
          .propose = ProposeBernoulli,
          .open = {kBernoulliSeed}};
}

}  // namespace assay::ops
