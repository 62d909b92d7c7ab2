// Binarizer, Imputer, Scaler, Normalizer: ai.onnx.ml operators that keep the shape.
//
//   Binarizer: x > threshold ? 1 : 0          Imputer: x == replaced ? imputed : x
//   Scaler: (x - offset) * scale               Normalizer: each row divided by its maximum, sum or
//   Euclidean length
//
// Spec:  ai.onnx.ml opset 1.
// Traps: Imputer's NaN replaces NaN; Normalizer's text (sum of X, root of squares) and shipped
// libraries (sum of
//        magnitudes, sign kept) agree only where nothing is negative: elsewhere nothing is
//        demanded.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kNegative = {
    "rows with negative elements: sum or sum of magnitudes, with or without sign",
    "ONNX Normalizer: 'L1: Y = X / sum(X)', 'L2: Y = sqrt(X^2 / sum(X^2))'"};

Result<Outputs> EvaluateBinarizer(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Real threshold = Real::Point(call.AttrFloat("threshold", 0));
  Bounded y(x.dtype(), x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    Int above = LessThan(threshold, FeatureAt(x, i));
    if (x.is_real() && x.real(i).nan != Nan::kNever)
      above = {0, 0, 1};  // NaN may be kept out or compared the other way round
    if (x.is_real())
      y.set(i, Real{static_cast<double>(above.v), static_cast<double>(above.lo),
                    static_cast<double>(above.hi), Nan::kNever});
    else
      y.set(i, above);
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeBinarizer(const ProposeCall& call) {
  return Proposal{.attrs = {{"threshold", static_cast<float>(call.rng.Real(-1, 1))}}};
}

// --- Imputer ---

Result<Types> InferImputer(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.dtype == DType::kUndefined) return OneType(x);
  const size_t n = IsFloat(x.dtype) ? call.AttrFloats("imputed_value_floats").size()
                                    : call.AttrInts("imputed_value_int64s").size();
  if (n == 0) return Invalid("imputed values of the input's kind are missing");
  if (x.has_rank && n != 1 &&
      (x.rank() == 0 || (x.dims[x.dims.size() - 1].known() &&
                         x.dims[x.dims.size() - 1].size != static_cast<int64_t>(n))))
    return Invalid(StrCat(n, " imputed values for ", TypeText(x)));
  return OneType(x);
}

Result<Outputs> EvaluateImputer(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  Bounded y = x;
  const int64_t width = x.rank() == 0 ? 1 : x.shape().back();
  const std::vector<float> floats = call.AttrFloats("imputed_value_floats");
  const std::vector<int64_t> ints = call.AttrInts("imputed_value_int64s");
  const double replaced = call.AttrFloat("replaced_value_float", 0);
  for (int64_t i = 0; i < x.count(); ++i) {
    const auto column = static_cast<size_t>(i % width);
    if (!x.is_real()) {
      const Int hit = EqualTo(x.integer(i), Int::Point(call.AttrInt("replaced_value_int64", 0)));
      const Int value = Int::Point(WrapInt(x.dtype(), ints[ints.size() == 1 ? 0 : column]));
      if (hit.hi != 0)
        y.set(i, hit.point()  ? value
                 : hit.v != 0 ? Hull(value, x.integer(i))
                              : Hull(x.integer(i), value));
      continue;
    }
    const Real e = x.real(i), value = Real::Point(floats[floats.size() == 1 ? 0 : column]);
    const bool seeks_nan = std::isnan(replaced);
    const Int hit = seeks_nan ? Int{e.nan == Nan::kMust, e.nan == Nan::kMust, e.nan != Nan::kNever}
                              : EqualTo(e, Real::Point(replaced));
    if (hit.hi != 0) y.set(i, hit.point() ? value : hit.v != 0 ? Hull(value, e) : Hull(e, value));
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeImputer(const ProposeCall& call) {
  if (IsFloat(call.dtype(0)))
    return Proposal{.attrs = {{"imputed_value_floats", std::vector<float>{1.5f}},
                              {"replaced_value_float", static_cast<float>(call.rng.Int(-1, 1))}}};
  return Proposal{.attrs = {{"imputed_value_int64s", std::vector<int64_t>{7}},
                            {"replaced_value_int64", call.rng.Int(-1, 1)}}};
}

// --- Scaler and Normalizer: float32 results ---

Result<Types> InferFloat(const InferCall& call) {
  TensorType out = call.input(0);
  out.dtype = DType::kFloat32;
  return OneType(out);
}

Result<Types> InferScaler(const InferCall& call) {
  const TensorType& x = call.input(0);
  for (const char* name : {"scale", "offset"}) {
    const auto n = static_cast<int64_t>(call.AttrFloats(name).size());
    const Dim width = x.has_rank && x.rank() > 0 ? x.dims[x.dims.size() - 1] : Dim::Unknown();
    if (n > 1 && ((x.has_rank && x.rank() == 0) || (width.known() && width.size != n)))
      return Invalid(StrCat(name, " has ", n, " entries for ", TypeText(x)));
  }
  return InferFloat(call);
}

Result<Outputs> EvaluateScaler(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const std::vector<float> scale = call.AttrFloats("scale"), offset = call.AttrFloats("offset");
  const Arith arith = call.arith(DType::kFloat32);
  const int64_t width = x.rank() == 0 ? 1 : x.shape().back();
  const auto at = [&](const std::vector<float>& list, int64_t i, double otherwise) {
    if (list.empty()) return Real::Point(otherwise);
    return Real::Point(list[list.size() == 1 ? 0 : static_cast<size_t>(i % width)]);
  };
  RealWriter y(DType::kFloat32, x.shape());
  for (int64_t i = 0; i < x.count(); ++i)
    y.set(i, arith.Mul(arith.Sub(FloatFeatureAt(arith, x, i), at(offset, i, 0)), at(scale, i, 1)));
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeScaler(const ProposeCall& call) {
  return Proposal{
      .attrs = {{"scale", std::vector<float>{static_cast<float>(call.rng.Real(0.1, 3))}},
                {"offset", std::vector<float>{static_cast<float>(call.rng.Real(-2, 2))}}}};
}

Result<Types> InferNormalizer(const InferCall& call) {
  const std::string norm = call.AttrString("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2")
    return Invalid(StrCat("norm '", norm, "' is not MAX, L1 or L2"));
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() != 1 && x.rank() != 2)
    return Invalid(StrCat("input needs rank 1 or 2, has ", x.rank()));
  return InferFloat(call);
}

// One row; the divisor's own dependence on each element is left to the interval division.
void NormalizeRow(const Arith& arith, const std::string& norm, std::vector<Real>& row) {
  Real divisor = Real::Point(0);
  bool negative = false;
  for (const Real& e : row) negative = negative || e.nan != Nan::kNever || e.lo < 0;
  if (negative && !arith.adversarial()) {
    for (Real& e : row) e = Real::Anything(e.v);
    return;
  }
  if (norm == "MAX") {
    for (const Real& e : row) divisor = arith.Max(divisor, e);
  } else if (norm == "L1") {
    divisor = arith.Sum(row);
  } else {
    divisor = arith.Sqrt(arith.Dot(row, row));
  }
  if (divisor.point() && divisor.v == 0) return;
  const bool may_be_zero = divisor.lo <= 0;
  for (Real& e : row) {
    const Real quotient = arith.Div(e, divisor);
    // Nothing is negative: a share of the whole. A divisor that may be zero leaves the row as it
    // is.
    if (!arith.adversarial() && may_be_zero)
      e = {quotient.v, 0, std::max(1 + 8 * arith.unit(), e.hi), Nan::kNever};
    else if (!arith.adversarial())
      e = {quotient.v, quotient.lo,
           std::min(quotient.hi,
                    std::max(quotient.v, 1 + 8 * static_cast<double>(row.size()) * arith.unit())),
           quotient.nan};
    else
      e = quotient;
  }
}

Result<Outputs> EvaluateNormalizer(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Rows rows = RowsOf(x.shape());
  const Arith arith = call.arith(DType::kFloat32);
  const std::string norm = call.AttrString("norm", "MAX");
  RealWriter y(DType::kFloat32, x.shape());
  for (int64_t r = 0; r < rows.count && rows.width > 0; ++r) {
    std::vector<Real> row(static_cast<size_t>(rows.width));
    for (int64_t i = 0; i < rows.width; ++i)
      row[static_cast<size_t>(i)] = FloatFeatureAt(arith, x, r * rows.width + i);
    NormalizeRow(arith, norm, row);
    for (int64_t i = 0; i < rows.width; ++i) y.set(r * rows.width + i, row[static_cast<size_t>(i)]);
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeNormalizer(const ProposeCall& call) {
  if (call.rank(0) != 1 && call.rank(0) != 2) return std::nullopt;
  static constexpr const char* kNorms[] = {"MAX", "L1", "L2"};
  return Proposal{.attrs = {{"norm", std::string(kNorms[call.rng.Int(0, 2)])}}};
}

}  // namespace

OpDef BinarizerMlDef() {
  return {.name = "Binarizer",
          .domain = kMlDomain,
          .meaning = "1 above a threshold, otherwise 0",
          .rounding = Rounding::kExact,
          .infer = InferSame,
          .evaluate = EvaluateBinarizer,
          .propose = ProposeBinarizer};
}
OpDef ImputerMlDef() {
  return {.name = "Imputer",
          .domain = kMlDomain,
          .meaning = "replaces one value by others",
          .rounding = Rounding::kExact,
          .infer = InferImputer,
          .evaluate = EvaluateImputer,
          .propose = ProposeImputer};
}
OpDef ScalerMlDef() {
  return {.name = "Scaler",
          .domain = kMlDomain,
          .meaning = "subtracts an offset and multiplies by a scale",
          .rounding = Rounding::kComposite,
          .infer = InferScaler,
          .evaluate = EvaluateScaler,
          .propose = ProposeScaler};
}
OpDef NormalizerMlDef() {
  return {.name = "Normalizer",
          .domain = kMlDomain,
          .meaning = "divides each row by its norm",
          .rounding = Rounding::kComposite,
          .infer = InferNormalizer,
          .evaluate = EvaluateNormalizer,
          .propose = ProposeNormalizer,
          .open = {kNegative}};
}

}  // namespace assay::ops
