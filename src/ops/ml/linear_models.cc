// LinearRegressor, LinearClassifier, SVMRegressor: weighted sums of features, or of kernels with
// support vectors.
//
//   score[t] = coefficients[t] . x + intercept[t]        SVM: sum_i coefficient[i] K(x, vector[i])
//   + rho
//
// Spec:  ai.onnx.ml opset 1. Kernels: LINEAR x.v, POLY (g x.v + c)^d, RBF exp(-g |x - v|^2),
// SIGMOID tanh(g x.v + c). Traps: results are float32 whatever the input; one set of coefficients
// for two classes has no stated scores.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kTwoLinearClasses = {"two classes with one set of coefficients",
                                    "ONNX LinearClassifier: no text on it"};
constexpr Open kRho = {"SVM formula and sign of rho", "ONNX SVMRegressor: no formula is given"};

std::vector<Real> Points(std::span<const float> values) {
  std::vector<Real> out;
  for (const float x : values) out.push_back(Real::Point(x));
  return out;
}

std::vector<Real> FloatRow(const EvalCall& call, int64_t n) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(DType::kFloat32);
  const Rows rows = RowsOf(x.shape());
  std::vector<Real> out;
  for (int64_t i = 0; i < rows.width; ++i)
    out.push_back(FloatFeatureAt(arith, x, n * rows.width + i));
  return out;
}

Status CheckInput(const TensorType& x) {
  if (x.has_rank && x.rank() != 1 && x.rank() != 2)
    return Invalid(StrCat("input needs rank 1 or 2, has ", x.rank()));
  return {};
}
Dim Width(const TensorType& x) { return x.has_rank ? x.dims[x.dims.size() - 1] : Dim::Unknown(); }

// `targets` rows of coefficients that fit a width, and intercepts that fit.
Status CheckLinear(const Call& call, int64_t targets, const Dim& width) {
  const auto count = static_cast<int64_t>(call.AttrFloats("coefficients").size());
  const auto intercepts = static_cast<int64_t>(call.AttrFloats("intercepts").size());
  if (targets < 1 || count % targets != 0)
    return Invalid(StrCat(count, " coefficients for ", targets, " targets"));
  if (width.known() && count / targets != width.size)
    return Invalid(
        StrCat(count, " coefficients for ", targets, " targets and ", width.size, " features"));
  if (intercepts != 0 && intercepts != targets)
    return Invalid(StrCat(intercepts, " intercepts for ", targets, " targets"));
  return {};
}

std::vector<Real> LinearScores(const EvalCall& call, int64_t targets,
                               const std::vector<Real>& row) {
  const Arith arith = call.arith(DType::kFloat32);
  const std::vector<float> coefficients = call.AttrFloats("coefficients"),
                           intercepts = call.AttrFloats("intercepts");
  std::vector<Real> out;
  for (int64_t t = 0; t < targets; ++t) {
    const auto k = static_cast<size_t>(t);
    const std::vector<Real> weights =
        Points(std::span(coefficients).subspan(k * row.size(), row.size()));
    const Real start = Real::Point(intercepts.empty() ? 0 : intercepts[k]);
    out.push_back(arith.Dot(row, weights, intercepts.empty() ? nullptr : &start));
  }
  return out;
}

// --- LinearRegressor ---

Result<Types> InferLinearRegressor(const InferCall& call) {
  const TensorType& x = call.input(0);
  ASSAY_RETURN_IF_ERROR(CheckInput(x));
  const int64_t targets = call.AttrInt("targets", 1);
  ASSAY_RETURN_IF_ERROR(CheckLinear(call, targets, Width(x)));
  ASSAY_RETURN_IF_ERROR(PostTransformOf(call.AttrString("post_transform", "NONE")));
  return OneType(TensorType(DType::kFloat32, Dims{RowCount(x), Dim::Known(targets)}));
}

Result<Outputs> EvaluateLinearRegressor(const EvalCall& call) {
  const Rows rows = RowsOf(call.tensor(0).shape());
  const int64_t targets = call.AttrInt("targets", 1);
  ASSAY_RETURN_IF_ERROR(CheckLinear(call, targets, Dim::Known(rows.width)));
  ASSAY_RETURN_IF_ERROR(CheckSize({std::max<int64_t>(rows.count, 1), targets}));
  ASSAY_ASSIGN(const PostTransform transform,
               PostTransformOf(call.AttrString("post_transform", "NONE")));
  RealWriter y(DType::kFloat32, {rows.count, targets});
  for (int64_t n = 0, at = 0; n < rows.count; ++n) {
    std::vector<Real> scores = LinearScores(call, targets, FloatRow(call, n));
    ApplyPostTransform(call.arith(DType::kFloat32), transform, scores);
    for (const Real& s : scores) y.set(at++, s);
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeLinearRegressor(const ProposeCall& call) {
  if (call.rank(0) != 2) return std::nullopt;
  const int64_t targets = call.rng.Int(1, 3);
  std::vector<float> weights, intercepts;
  for (int64_t i = 0; i < targets * call.shape(0)[1]; ++i)
    weights.push_back(static_cast<float>(call.rng.Real(-1, 1)));
  for (int64_t i = 0; i < targets; ++i)
    intercepts.push_back(static_cast<float>(call.rng.Real(-1, 1)));
  Proposal out{.attrs = {{"targets", targets}, {"coefficients", weights}}};
  if (call.rng.Chance(0.5)) out.attrs.Set("intercepts", intercepts);
  return out;
}

// --- LinearClassifier ---

Result<Types> InferLinearClassifier(const InferCall& call) {
  const TensorType& x = call.input(0);
  ASSAY_RETURN_IF_ERROR(CheckInput(x));
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_ints", "classlabels_strings"));
  ASSAY_RETURN_IF_ERROR(PostTransformOf(call.AttrString("post_transform", "NONE")));
  const Dim rows = RowCount(x);
  return Types{
      TensorType(labels.type(), Dims{rows}),
      TensorType(DType::kFloat32, Dims{rows, Dim::Known(static_cast<int64_t>(labels.size()))})};
}

Result<Outputs> EvaluateLinearClassifier(const EvalCall& call) {
  const Rows rows = RowsOf(call.tensor(0).shape());
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_ints", "classlabels_strings"));
  const auto classes = static_cast<int64_t>(labels.size());
  const auto count = static_cast<int64_t>(call.AttrFloats("coefficients").size());
  if (classes <= 2 && count == rows.width)
    return Unsupported(
        "two classes with one set of coefficients: the specification gives no scores");
  ASSAY_RETURN_IF_ERROR(CheckLinear(call, classes, Dim::Known(rows.width)));
  ASSAY_RETURN_IF_ERROR(CheckSize({rows.count, classes}));
  ASSAY_ASSIGN(const PostTransform transform,
               PostTransformOf(call.AttrString("post_transform", "NONE")));
  RealWriter z(DType::kFloat32, {rows.count, classes});
  std::vector<std::vector<Real>> raw;
  for (int64_t n = 0, at = 0; n < rows.count; ++n) {
    raw.push_back(LinearScores(call, classes, FloatRow(call, n)));
    std::vector<Real> scores = raw.back();
    ApplyPostTransform(call.arith(DType::kFloat32), transform, scores);
    for (const Real& s : scores) z.set(at++, s);
  }
  Outputs out;
  out.push_back(TopLabels(labels, raw));
  out.emplace_back(std::move(z).Finish());
  return out;
}

// --- SVMRegressor ---

struct Svm {
  std::vector<float> coefficients, vectors, rho, params;
  std::string kernel;
  int64_t supports = 0;
};

Result<Svm> ReadSvm(const Call& call, const Dim& width) {
  Svm s{call.AttrFloats("coefficients"),
        call.AttrFloats("support_vectors"),
        call.AttrFloats("rho"),
        call.AttrFloats("kernel_params"),
        call.AttrString("kernel_type", "LINEAR"),
        call.AttrInt("n_supports", 0)};
  if (s.kernel != "LINEAR" && s.kernel != "POLY" && s.kernel != "RBF" && s.kernel != "SIGMOID")
    return Invalid(StrCat("kernel_type '", s.kernel, "' is not LINEAR, POLY, RBF or SIGMOID"));
  if (s.kernel != "LINEAR" && s.params.size() != 3)
    return Invalid(StrCat("kernel_params has ", s.params.size(), " entries instead of 3"));
  if (s.rho.empty()) return Invalid("rho is missing");
  const auto coefficients = static_cast<int64_t>(s.coefficients.size()),
             total = static_cast<int64_t>(s.vectors.size());
  if (s.supports < 0 || (s.supports > 0 && (coefficients != s.supports || total % s.supports != 0)))
    return Invalid(StrCat(s.supports, " supports with ", coefficients, " coefficients and ", total,
                          " numbers in vectors"));
  const int64_t features = s.supports > 0 ? total / s.supports : coefficients;
  if (width.known() && features != width.size)
    return Invalid(StrCat("model of ", features, " features for ", width.size));
  return s;
}

Real Kernel(const Arith& arith, const Svm& s, const std::vector<Real>& x,
            const std::vector<Real>& v) {
  if (s.kernel == "RBF") {
    std::vector<Real> squares;
    for (size_t i = 0; i < x.size(); ++i) squares.push_back(arith.Square(arith.Sub(x[i], v[i])));
    return arith.Exp(arith.Mul(Real::Point(-s.params[0]), arith.Sum(squares)));
  }
  const Real dot = arith.Dot(x, v);
  if (s.kernel == "LINEAR") return dot;
  const Real inner = arith.Add(arith.Mul(Real::Point(s.params[0]), dot), Real::Point(s.params[1]));
  if (s.kernel == "SIGMOID")
    return arith.Increasing([](double t) { return std::tanh(t); }, inner,
                            arith.accuracy(Fn::kTanh));
  return arith.Pow(inner, Real::Point(s.params[2]));
}

Result<Types> InferSvmRegressor(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckInput(call.input(0)));
  ASSAY_RETURN_IF_ERROR(ReadSvm(call, Width(call.input(0))));
  ASSAY_RETURN_IF_ERROR(PostTransformOf(call.AttrString("post_transform", "NONE")));
  return OneType(TensorType(DType::kFloat32, Dims{RowCount(call.input(0)), Dim::Known(1)}));
}

Result<Outputs> EvaluateSvmRegressor(const EvalCall& call) {
  const Rows rows = RowsOf(call.tensor(0).shape());
  ASSAY_ASSIGN(const Svm s, ReadSvm(call, Dim::Known(rows.width)));
  ASSAY_ASSIGN(const PostTransform transform,
               PostTransformOf(call.AttrString("post_transform", "NONE")));
  ASSAY_RETURN_IF_ERROR(CheckSize({rows.count}));
  const Arith arith = call.arith(DType::kFloat32);
  const std::vector<Real> weights = Points(s.coefficients);
  const Real rho = Real::Point(s.rho[0]);
  RealWriter y(DType::kFloat32, {rows.count, 1});
  for (int64_t n = 0; n < rows.count; ++n) {
    const std::vector<Real> x = FloatRow(call, n);
    std::vector<Real> kernels = x;  // without support vectors: a linear model
    if (s.supports > 0) kernels.clear();
    for (size_t i = 0; i < static_cast<size_t>(s.supports); ++i)
      kernels.push_back(
          Kernel(arith, s, x, Points(std::span(s.vectors).subspan(i * x.size(), x.size()))));
    std::vector<Real> score = {arith.Dot(kernels, weights, &rho)};
    if (call.AttrInt("one_class", 0) != 0) {
      const Int positive = LessThan(Real::Point(0), score[0]);
      score[0] = {positive.v != 0 ? 1.0 : -1.0, positive.lo != 0 ? 1.0 : -1.0,
                  positive.hi != 0 ? 1.0 : -1.0, Nan::kNever};
    }
    ApplyPostTransform(arith, transform, score);
    y.set(n, score[0]);
  }
  return One(std::move(y).Finish());
}

}  // namespace

OpDef LinearRegressorMlDef() {
  return {.name = "LinearRegressor",
          .domain = kMlDomain,
          .meaning = "linear regression",
          .rounding = Rounding::kSum,
          .infer = InferLinearRegressor,
          .evaluate = EvaluateLinearRegressor,
          .propose = ProposeLinearRegressor};
}
OpDef LinearClassifierMlDef() {
  return {.name = "LinearClassifier",
          .domain = kMlDomain,
          .meaning = "linear classification",
          .rounding = Rounding::kComposite,
          .infer = InferLinearClassifier,
          .evaluate = EvaluateLinearClassifier,
          .open = {kTwoLinearClasses}};
}
OpDef SVMRegressorMlDef() {
  return {.name = "SVMRegressor",
          .domain = kMlDomain,
          .meaning = "regression by support vectors",
          .rounding = Rounding::kComposite,
          .infer = InferSvmRegressor,
          .evaluate = EvaluateSvmRegressor,
          .open = {kRho}};
}

}  // namespace assay::ops
