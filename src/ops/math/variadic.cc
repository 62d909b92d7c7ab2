// Max, Min, Sum, Mean of any number of tensors, elementwise with broadcasting.
//
// Spec:  ONNX opsets 1, 6, 8 (NumPy broadcasting), 12 (Max, Min: integers), 13 (bfloat16).
// Traps: NaN among the operands of Max or Min: some libraries give NaN, others one of the remaining
// operands, depending on the
//        order in which they compare; sums may be added in any order; one input alone passes
//        through.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kNanOperand = {"NaN in one operand: NaN or another operand",
                              "ONNX Max, Min: no text on NaN"};

// Calls f(output index, elements of all inputs) with the inputs broadcast together; E is Real or
// Int.
template <typename E, typename F>
Result<Shape> ForEachTuple(const EvalCall& call, F f) {
  Shape shape = call.tensor(0).shape();
  for (size_t k = 1; k < call.input_count(); ++k) {
    if (call.opset() < 8 && call.tensor(k).shape() != shape)
      return Invalid("before opset 8 all inputs have the same shape");
    ASSAY_ASSIGN(shape, BroadcastShapes(shape, call.tensor(k).shape()));
  }
  if (const auto count = CheckedElementCount(shape); !count.has_value() || *count > kMaxElements)
    return Unsupported("broadcast result is too large to evaluate");
  std::vector<std::vector<int64_t>> maps;
  for (size_t k = 0; k < call.input_count(); ++k)
    maps.push_back(BroadcastMap(call.tensor(k).shape(), shape));
  std::vector<E> elements(call.input_count());
  for (int64_t i = 0, n = ElementCount(shape); i < n; ++i) {
    for (size_t k = 0; k < elements.size(); ++k) {
      const Bounded& x = call.tensor(k);
      if constexpr (std::is_same_v<E, Real>)
        elements[k] = x.real(At(maps[k], i));
      else
        elements[k] = x.integer(At(maps[k], i));
    }
    f(i, elements);
  }
  return shape;
}

// Before opset 8 all shapes must be the same.
Result<Types> InferVariadic(const InferCall& call) {
  if (call.opset() < 8)
    for (size_t k = 1; k < call.input_count(); ++k) {
      const auto first = call.input(0).shape(), other = call.input(k).shape();
      if (first.has_value() && other.has_value() && *first != *other)
        return Invalid("before opset 8 all inputs have the same shape");
    }
  return InferBroadcast(call);
}

template <typename E, typename F>
Result<Outputs> Variadic(const EvalCall& call, F f) {
  std::vector<E> results;
  ASSAY_ASSIGN(
      const Shape shape,
      (ForEachTuple<E>(call, [&](int64_t, const std::vector<E>& x) { results.push_back(f(x)); })));
  Bounded y(call.tensor(0).dtype(), shape);
  for (size_t i = 0; i < results.size(); ++i) y.set(static_cast<int64_t>(i), results[i]);
  return One(std::move(y));
}

// The largest. With NaN among the operands the order of comparisons decides, so any other operand
// may come out.
Real Largest(const Arith& arith, const std::vector<Real>& x) {
  Real out = x[0];
  bool nan = x[0].nan != Nan::kNever;
  double least = kInf;
  for (const Real& e : x)
    if (e.nan != Nan::kMust) least = std::min(least, e.lo);
  for (size_t k = 1; k < x.size(); ++k) {
    nan = nan || x[k].nan != Nan::kNever;
    out = arith.Max(out, x[k]);
  }
  if (nan && !arith.adversarial() && out.nan != Nan::kMust && x.size() > 1) out.lo = least;
  return out;
}

Real Smallest(const Arith& arith, const std::vector<Real>& x) {
  std::vector<Real> negative(x.size());
  for (size_t k = 0; k < x.size(); ++k) negative[k] = Arith::Neg(x[k]);
  return Arith::Neg(Largest(arith, negative));
}

Result<Outputs> EvaluateMax(const EvalCall& call) {
  const DType dtype = call.tensor(0).dtype();
  if (call.tensor(0).is_real()) {
    const Arith arith = call.arith(dtype);
    return Variadic<Real>(call, [&](const std::vector<Real>& x) { return Largest(arith, x); });
  }
  const IntArith arith = call.int_arith(dtype);
  return Variadic<Int>(call, [&](const std::vector<Int>& x) {
    Int out = x[0];
    for (size_t k = 1; k < x.size(); ++k) out = arith.Max(out, x[k]);
    return out;
  });
}

Result<Outputs> EvaluateMin(const EvalCall& call) {
  const DType dtype = call.tensor(0).dtype();
  if (call.tensor(0).is_real()) {
    const Arith arith = call.arith(dtype);
    return Variadic<Real>(call, [&](const std::vector<Real>& x) { return Smallest(arith, x); });
  }
  const IntArith arith = call.int_arith(dtype);
  return Variadic<Int>(call, [&](const std::vector<Int>& x) {
    Int out = x[0];
    for (size_t k = 1; k < x.size(); ++k) out = arith.Min(out, x[k]);
    return out;
  });
}

// Two terms are one correctly rounded addition, which is tighter than the bound for sums.
Real SumOf(const Arith& arith, const std::vector<Real>& x) {
  if (x.size() == 1) return x[0];
  return x.size() == 2 ? arith.Add(x[0], x[1]) : arith.Sum(x);
}

Result<Outputs> EvaluateSum(const EvalCall& call) {
  const Arith arith = call.arith(call.tensor(0).dtype());
  return Variadic<Real>(call, [&](const std::vector<Real>& x) { return SumOf(arith, x); });
}

Result<Outputs> EvaluateMean(const EvalCall& call) {
  const Arith arith = call.arith(call.tensor(0).dtype());
  const Real n = Real::Point(static_cast<double>(call.input_count()));
  return Variadic<Real>(call, [&](const std::vector<Real>& x) {
    return x.size() == 1 ? x[0] : arith.Div(SumOf(arith, x), n);
  });
}

}  // namespace

OpDef MaxDef() {
  return {.name = "Max",
          .meaning = "elementwise maximum of all inputs",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 4},
          .infer = InferVariadic,
          .evaluate = EvaluateMax,
          .propose = ProposeBroadcast,
          .open = {kNanOperand}};
}
OpDef MinDef() {
  return {.name = "Min",
          .meaning = "elementwise minimum of all inputs",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 4},
          .infer = InferVariadic,
          .evaluate = EvaluateMin,
          .propose = ProposeBroadcast,
          .open = {kNanOperand}};
}
OpDef SumDef() {
  return {.name = "Sum",
          .meaning = "elementwise sum of all inputs",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 4},
          .infer = InferVariadic,
          .evaluate = EvaluateSum,
          .propose = ProposeBroadcast};
}
OpDef MeanDef() {
  return {.name = "Mean",
          .meaning = "elementwise mean of all inputs",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 4},
          .infer = InferVariadic,
          .evaluate = EvaluateMean,
          .propose = ProposeBroadcast};
}

}  // namespace assay::ops
