#include "ops/training/update.h"

namespace assay::ops {

Result<Types> InferUpdate(const InferCall& call, size_t kinds) {
  const size_t rest = call.input_count() < 2 ? 0 : call.input_count() - 2;
  if (rest == 0 || rest % kinds != 0)
    return Invalid(StrCat("takes R, T and ", kinds, " tensors for each one to optimise, has ", rest,
                          " tensors"));
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const auto shape = call.input(i).shape();
    if (shape.has_value() && CheckedElementCount(*shape) != 1)
      return Invalid(StrCat("input ", i, " must be one number, has shape ", ShapeText(*shape)));
  }
  const size_t tensors = rest / kinds;
  Types out;
  for (size_t k = 0; k < kinds; ++k) {
    for (size_t t = 0; t < tensors; ++t) {
      const TensorType &x = call.input(2 + t), &own = call.input(2 + k * tensors + t);
      const auto type = Unify(x, own);
      if (!type.has_value())
        return Invalid(StrCat("input ", 2 + k * tensors + t, " is ", TypeText(own),
                              ", its tensor is ", TypeText(x)));
      if (k != 1) out.emplace_back(*type);
    }
  }
  return out;
}

Result<UpdateHead> HeadOf(const EvalCall& call) {
  ASSAY_ASSIGN(const std::vector<int64_t> count, call.Ints(1));
  if (count.size() != 1 || call.tensor(0).count() != 1)
    return Invalid("R and T must be one number each");
  return UpdateHead{call.tensor(0).real(0), count[0]};
}

Arith UpdateArith(const EvalCall& call) {
  const DType rate = call.tensor(0).dtype(), x = call.tensor(2).dtype();
  return call.arith(rate == DType::kFloat32 ? rate : x);
}

Real ScaledQuotient(const Arith& arith, const Real& a, const Real& b, const Real& c) {
  const auto first = [&] { return arith.Div(arith.Mul(a, b), c); };
  const auto second = [&] { return arith.Mul(a, arith.Div(b, c)); };
  if (arith.adversarial()) return arith.adversary().Chance(0.5) ? first() : second();
  return Hull(first(), second());
}

}  // namespace assay::ops
