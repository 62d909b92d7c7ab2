#include "ops/rnn/activation.h"

#include <cmath>

#include "ops/math/unary.h"

namespace assay::ops {
namespace {

struct Spec {
  std::string_view name;
  ActivationKind kind;
  bool uses_alpha, uses_beta;
  double alpha,
      beta;  // defaults of the operator of the same name; Affine and ScaledTanh: the identity scale
};

constexpr Spec kSpecs[] = {
    {"relu", ActivationKind::kRelu, false, false, 0, 0},
    {"tanh", ActivationKind::kTanh, false, false, 0, 0},
    {"sigmoid", ActivationKind::kSigmoid, false, false, 0, 0},
    {"affine", ActivationKind::kAffine, true, true, 1, 0},
    {"leakyrelu", ActivationKind::kLeakyRelu, true, false, 0.01, 0},
    {"thresholdedrelu", ActivationKind::kThresholdedRelu, true, false, 1, 0},
    {"scaledtanh", ActivationKind::kScaledTanh, true, true, 1, 1},
    {"hardsigmoid", ActivationKind::kHardSigmoid, true, true, 0.2, 0.5},
    {"elu", ActivationKind::kElu, true, false, 1, 0},
    {"softsign", ActivationKind::kSoftsign, false, false, 0, 0},
    {"softplus", ActivationKind::kSoftplus, false, false, 0, 0},
};

const Spec* FindSpec(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const Spec& spec : kSpecs)
    if (spec.name == name) return &spec;
  return nullptr;
}

double Tanh(double x) { return std::tanh(x); }
double Expm1(double x) { return std::expm1(x); }
double Softsign(double x) { return std::isinf(x) ? std::copysign(1.0, x) : x / (1 + std::fabs(x)); }

// ONNX Runtime 1.31.1 computes the tanh of its RNN from exponentials: off by up to 2.8 u in
// absolute terms, however small the result.
constexpr double kLenientTanhUnits = 4;

Accuracy TanhAccuracy(const Arith& arith) {
  Accuracy accuracy = arith.accuracy(Fn::kTanh);
  if (arith.rules().tier == Tier::kLenient)
    accuracy.abs = std::max(accuracy.abs, kLenientTanhUnits);
  return accuracy;
}

// `below` for x < at, x itself from there on; both when x may lie on either side. NaN stays, or
// fails the comparison.
template <typename F>
Real Piecewise(const Arith& arith, const Real& x, double at, F below) {
  if (x.nan == Nan::kMust) return arith.adversarial() ? x : Real{0, 0, 0, Nan::kMay};
  if (x.lo >= at) return x;
  if (x.hi < at) return below(x);
  Real upper = x, lower = x;
  upper.lo = at;
  upper.v = std::max(x.v, at);
  lower.hi = at;
  lower.v = std::min(x.v, at);
  return x.v >= at ? Hull(upper, below(lower)) : Hull(below(lower), upper);
}

Real Affine(const Arith& arith, const Real& x, double alpha, double beta) {
  const Real a = arith.Constant(alpha), b = arith.Constant(beta);
  if (beta == 0) return arith.Mul(a, x);
  return arith.Dot(std::span(&a, 1), std::span(&x, 1), &b);
}

}  // namespace

Real Activation::Apply(const Arith& arith, const Real& x) const {
  switch (kind) {
    case ActivationKind::kRelu:
      return arith.Max(x, Real::Point(0));
    case ActivationKind::kTanh:
      return arith.Increasing(Tanh, x, TanhAccuracy(arith));
    case ActivationKind::kSigmoid:
      return arith.Increasing(ExactSigmoid, x, arith.accuracy(Fn::kSigmoid));
    case ActivationKind::kSoftplus:
      return arith.Increasing(ExactSoftplus, x, arith.accuracy(Fn::kSoftplus));
    case ActivationKind::kSoftsign:
      return arith.Increasing(Softsign, x, arith.accuracy(Fn::kSoftsign));
    case ActivationKind::kAffine:
      return Affine(arith, x, alpha, beta);
    case ActivationKind::kLeakyRelu:
      return Piecewise(arith, x, 0,
                       [&](const Real& e) { return arith.Mul(arith.Constant(alpha), e); });
    case ActivationKind::kThresholdedRelu:
      return Piecewise(arith, x, alpha, [](const Real& e) { return Real{0, 0, 0, e.nan}; });
    case ActivationKind::kScaledTanh: {
      const Real inner = arith.Mul(arith.Constant(beta), x);
      return arith.Mul(arith.Constant(alpha), arith.Increasing(Tanh, inner, TanhAccuracy(arith)));
    }
    case ActivationKind::kHardSigmoid:
      return arith.Min(arith.Max(Affine(arith, x, alpha, beta), Real::Point(0)), Real::Point(1));
    case ActivationKind::kElu:
      return Piecewise(arith, x, 0, [&](const Real& e) {
        return arith.Mul(arith.Constant(alpha),
                         arith.Increasing(Expm1, e, arith.accuracy(Fn::kElu)));
      });
  }
  return x;
}

Result<std::vector<Activation>> ReadActivations(const Call& call,
                                                const std::vector<std::string>& defaults,
                                                int64_t directions) {
  std::vector<std::string> names = call.AttrStrings("activations");
  if (names.empty())
    for (int64_t d = 0; d < directions; ++d)
      names.insert(names.end(), defaults.begin(), defaults.end());
  const size_t wanted = defaults.size() * static_cast<size_t>(directions);
  // RNN's own default lists two functions although a single direction uses one.
  if (names.size() < wanted)
    return Invalid(StrCat("activations has ", names.size(), " entries instead of ", wanted));
  names.resize(wanted);
  const std::vector<float> alphas = call.AttrFloats("activation_alpha"),
                           betas = call.AttrFloats("activation_beta");
  size_t next_alpha = 0, next_beta = 0;
  std::vector<Activation> out;
  for (const std::string& name : names) {
    const Spec* spec = FindSpec(name);
    if (spec == nullptr) return Invalid(StrCat("activation '", name, "' is not known"));
    Activation a{spec->kind, spec->alpha, spec->beta};
    if (spec->uses_alpha && next_alpha < alphas.size()) a.alpha = alphas[next_alpha++];
    if (spec->uses_beta && next_beta < betas.size()) a.beta = betas[next_beta++];
    out.push_back(a);
  }
  return out;
}

}  // namespace assay::ops
