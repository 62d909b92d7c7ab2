// Dropout: in training sets elements to 0 at random and scales the rest; in inference it passes its
// input on.
//
//   training:   mask ~ Bernoulli(1 - ratio),  out = data * mask / (1 - ratio)
//   inference:  out = data,  mask = all true (from opset 12 on)
//
// Spec:  ONNX opsets 1, 6 (is_test), 7 (inference only, ratio an attribute, mask of the data's
// type), 10 (mask of bool), 12 (ratio and
//        training_mode are inputs), 13, 22 (more float types).
// Traps: a ratio of 0 in training keeps everything; the seed does not fix the generator, so any
// mask is admitted.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kMask = {"which elements are dropped in training",
                        "ONNX Dropout: 'seed', but no random number generator is named"};

constexpr Open kOldMask = {"the mask of inference before opset 12",
                           "ONNX Dropout-6: \"not filled\"; 7, 10: nothing said"};

Status CheckScalar(const InferCall& call, size_t i, const char* name) {
  const auto shape = call.input(i).shape();
  if (!shape.has_value() || CheckedElementCount(*shape) == 1) return {};
  return Invalid(StrCat(name, " must be a scalar, is ", TypeText(call.input(i))));
}

Result<Types> InferDropout(const InferCall& call) {
  if (call.opset() >= 12) {
    ASSAY_RETURN_IF_ERROR(CheckScalar(call, 1, "ratio"));
    ASSAY_RETURN_IF_ERROR(CheckScalar(call, 2, "training_mode"));
  }
  TensorType mask = call.input(0);
  if (call.opset() >= 10) mask.dtype = DType::kBool;
  return Types{ValueType(call.input(0)), ValueType(mask)};
}

Result<Int> TrainingMode(const EvalCall& call) {
  if (call.opset() < 7) return Int::Point(call.AttrInt("is_test", 0) == 0);
  if (call.opset() < 12 || !call.has_input(2)) return Int::Point(0);
  if (call.tensor(2).count() != 1) return Invalid("training_mode must be a scalar");
  return call.tensor(2).integer(0);
}

Result<Real> Ratio(const EvalCall& call) {
  if (call.opset() < 12) return Real::Point(call.AttrFloat("ratio", 0.5));
  if (!call.has_input(1)) return Real::Point(0.5);
  if (call.tensor(1).count() != 1) return Invalid("ratio must be a scalar");
  // "It must be in the range of [0, 1)", in training or not.
  const Real ratio = call.tensor(1).real(0);
  if (!(ratio.lo >= 0 && ratio.hi < 1))
    return Unsupported(StrCat("a ratio of ", ratio.v, " is outside [0, 1)"));
  return ratio;
}

// One element in training: dropped or kept and scaled.
Real Dropped(const Arith& arith, const Real& x, const Real& ratio, bool keep) {
  const Real kept = arith.Mul(x, arith.Div(Real::Point(1), arith.Sub(Real::Point(1), ratio)));
  if (arith.adversarial()) return keep ? kept : Real::Point(0);
  Real y = keep ? Hull(kept, Real::Point(0)) : Hull(Real::Point(0), kept);
  if (std::isinf(x.lo) || std::isinf(x.hi)) y.nan = Nan::kMay;  // infinity times a mask of 0
  return y;
}

// All ones, which is said from opset 12 on. Before that it is unsaid, and once was "not filled".
Bounded FullMask(const EvalCall& call, const Bounded& data) {
  Bounded mask(call.opset() >= 10 ? DType::kBool : data.dtype(), data.shape());
  const bool said = call.opset() >= 12 || call.adversarial();
  for (int64_t i = 0; i < data.count(); ++i) {
    if (mask.is_real())
      mask.set(i, said ? Real::Point(1) : Real::Anything(1));
    else
      mask.set(i, said ? Int::Point(1) : Int{1, 0, 1});
  }
  return mask;
}

Result<Outputs> Train(const EvalCall& call, const Bounded& data, const Real& ratio, bool certain) {
  if (FormatOf(data.dtype()).precision < 8)
    return Unsupported("training on types narrower than bfloat16");
  if (!(ratio.lo >= 0 && ratio.hi < 1))
    return Unsupported(StrCat("a ratio of ", ratio.v, " is outside [0, 1)"));
  const Arith arith = call.arith(data.dtype());
  Rng& rng = call.adversarial() ? *call.adversary() : call.random();
  Bounded out(data.dtype(), data.shape()),
      mask(call.opset() >= 10 ? DType::kBool : data.dtype(), data.shape());
  for (int64_t i = 0; i < data.count(); ++i) {
    const bool keep = !rng.Chance(ratio.v);
    const Real y = Dropped(arith, data.real(i), ratio, keep);
    out.set(i, certain ? y : Hull(y, data.real(i)));
    const Int drawn = call.adversarial() ? Int::Point(keep) : Int{keep, 0, 1};
    if (mask.is_real())
      mask.set(i, Real{static_cast<double>(drawn.v), static_cast<double>(drawn.lo),
                       static_cast<double>(drawn.hi), Nan::kNever});
    else
      mask.set(i, drawn);
  }
  return Outputs{Known(std::move(out)), Known(std::move(mask))};
}

Result<Outputs> EvaluateDropout(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const Int training, TrainingMode(call));
  ASSAY_ASSIGN(const Real ratio, Ratio(call));
  const bool nothing_dropped = training.hi == 0 || (ratio.point() && ratio.v == 0);
  if (nothing_dropped) return Outputs{Known(data), Known(FullMask(call, data))};
  return Train(call, data, ratio, training.point());
}

// Inference, or training with a ratio of 0: a random mask tells nothing about a framework element
// by element.
std::optional<Proposal> ProposeDropout(const ProposeCall& call) {
  Proposal out;
  out.outputs = call.opset >= 12 && call.rng.Chance(0.5) ? 2 : 1;
  if (call.opset < 12) {
    if (call.opset < 7) out.attrs.Set("is_test", int64_t{1});
    if (call.rng.Chance(0.5)) out.attrs.Set("ratio", static_cast<float>(call.rng.Real(0, 0.9)));
    return out;
  }
  const bool training = call.rng.Chance(0.3);
  if (training || call.rng.Chance(0.6)) {
    const double ratio = training ? 0 : call.rng.Real(0, 0.9);
    out.constants.push_back(MakeTensor(DType::kFloat32, {}, std::span(&ratio, 1)));
    if (training || call.rng.Chance(0.5)) {
      const int64_t mode = training;
      out.constants.push_back(MakeIntTensor(DType::kBool, {}, std::span(&mode, 1)));
    }
  }
  return out;
}

}  // namespace

OpDef DropoutDef() {
  return {.name = "Dropout",
          .meaning = "drops elements at random in training",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferDropout,
          .evaluate = EvaluateDropout,
          .propose = ProposeDropout,
          .open = {kMask, kOldMask}};
}

}  // namespace assay::ops
