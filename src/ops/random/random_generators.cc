// RandomNormal, RandomNormalLike, RandomUniform, RandomUniformLike: tensors of random numbers.
//
// Spec:  ONNX opsets 1, 22 (bfloat16). The seed is a float and no two libraries draw the same
// numbers from it. Traps: in bound mode an element's interval is the support of its distribution
// (40 deviations for the normal one), so that
//        what follows in a graph stays bounded; ops/random/distribution.h judges the sample itself.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kSeed = {"the numbers drawn, even for a given seed",
                        "ONNX RandomUniform, RandomNormal: no generator is stated"};
// A normal number beyond 40 deviations has probability 1e-350: no generator delivers it.
constexpr double kDeviations = 40;

Result<DType> DrawnFloatType(const Call& call, DType otherwise) {
  if (!call.HasAttr("dtype")) return otherwise;
  const auto type = call.AttrDType("dtype");
  if (!type || !IsFloat(*type))
    return Invalid(StrCat("dtype ", call.AttrInt("dtype", 0), " is not a float type"));
  return *type;
}

Result<Types> InferShaped(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, DrawnFloatType(call, DType::kFloat32));
  Dims dims;
  for (const int64_t size : call.AttrInts("shape")) {
    if (size < 0) return Invalid(StrCat("shape holds ", size));
    dims.push_back(Dim::Known(size));
  }
  return OneType(TensorType(type, dims));
}

Result<Types> InferLike(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, DrawnFloatType(call, call.dtype(0)));
  if (type != DType::kUndefined && !IsFloat(type))
    return Invalid(StrCat("needs dtype, since the input is ", DTypeName(type)));
  TensorType out = call.input(0);
  out.dtype = type;
  return OneType(out);
}

// Shape and type of the output, for both forms.
Result<Bounded> Blank(const EvalCall& call) {
  if (call.has_input(0)) {
    ASSAY_ASSIGN(const DType type, DrawnFloatType(call, call.tensor(0).dtype()));
    if (!IsFloat(type)) return Invalid(StrCat("needs dtype, since the input is ", DTypeName(type)));
    return NewTensor(type, call.tensor(0).shape());
  }
  ASSAY_ASSIGN(const DType type, DrawnFloatType(call, DType::kFloat32));
  Shape shape;
  for (const int64_t size : call.AttrInts("shape")) shape.push_back(size);
  return NewTensor(type, shape);
}

// One drawn number with the support as its interval; a point in adversary mode.
Real Drawn(const EvalCall& call, DType type, double x, double low, double high) {
  const Arith arith = call.arith(type);
  if (call.adversarial()) return arith.Round(Real::Point(x));
  return arith.Round({std::clamp(x, low, high), low, high, Nan::kNever});
}

Result<Outputs> EvaluateUniform(const EvalCall& call) {
  ASSAY_ASSIGN(Bounded y, Blank(call));
  const double low = call.AttrFloat("low", 0), high = call.AttrFloat("high", 1);
  if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high))
    return Invalid(StrCat("low ", low, ", high ", high));
  for (int64_t i = 0; i < y.count(); ++i)
    y.set(i, Drawn(call, y.dtype(), call.random().Real(low, high), low, high));
  return One(std::move(y));
}

Result<Outputs> EvaluateNormal(const EvalCall& call) {
  ASSAY_ASSIGN(Bounded y, Blank(call));
  const double mean = call.AttrFloat("mean", 0), scale = call.AttrFloat("scale", 1),
               reach = kDeviations * std::fabs(scale);
  if (!std::isfinite(mean) || !std::isfinite(scale))
    return Invalid(StrCat("mean ", mean, ", scale ", scale));
  for (int64_t i = 0; i < y.count(); ++i)
    y.set(i, Drawn(call, y.dtype(), mean + scale * call.random().Normal(), mean - reach,
                   mean + reach));
  return One(std::move(y));
}

std::optional<Proposal> ProposeShaped(const ProposeCall& call) {
  std::vector<int64_t> shape;
  for (int64_t rank = call.rng.Int(0, 3); rank > 0; --rank) shape.push_back(call.rng.Int(1, 4));
  return Proposal{.attrs = {{"shape", shape}, {"seed", static_cast<float>(call.rng.Int(1, 9))}}};
}

std::optional<Proposal> ProposeLike(const ProposeCall& call) {
  Proposal out;
  if (!IsFloat(call.dtype(0)) || call.rng.Chance(0.3))
    out.attrs.Set("dtype", static_cast<int64_t>(DType::kFloat32));
  return out;
}

OpDef Random(std::string_view name, std::string_view meaning, bool like,
             Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kRandom,
          .data_inputs = like ? DataInputs{1, 1} : DataInputs{0, 0},
          .infer = like ? InferLike : InferShaped,
          .evaluate = evaluate,
          .propose = like ? ProposeLike : ProposeShaped,
          .open = {kSeed}};
}

}  // namespace

OpDef RandomUniformDef() {
  return Random("RandomUniform", "uniform random numbers", false, EvaluateUniform);
}
OpDef RandomUniformLikeDef() {
  return Random("RandomUniformLike", "uniform random numbers in the shape of the input", true,
                EvaluateUniform);
}
OpDef RandomNormalDef() {
  return Random("RandomNormal", "normal random numbers", false, EvaluateNormal);
}
OpDef RandomNormalLikeDef() {
  return Random("RandomNormalLike", "normal random numbers in the shape of the input", true,
                EvaluateNormal);
}

}  // namespace assay::ops
