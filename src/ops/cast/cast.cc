// Cast, CastLike: converts the elements to another type, given by `to` or by the type of a second
// input.
//
// Spec:  ONNX Cast opsets 1, 6 (`to` is a number), 9 (strings), 13 (bfloat16), 19 (float8,
// `saturate`), 21 (int4), 23 (float4),
//        24 (float8e8m0, `round_mode`), 25 (int2), 28 (float6); CastLike 15, 19 … 25.
// Traps: floats become integers by truncation, and anything at all when they do not fit; integers
// wrap; NaN is true; the format of
//        floats as strings is not specified.
#include "ops/cast/convert.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/schema.h"

namespace assay::ops {
namespace {

constexpr Open kOutOfRange = {"floats outside the range of the integer type, and NaN",
                              "ONNX Cast: 'fixed point: undefined if OOR'"};
constexpr Open kFractions = {
    "whether fractions are cut off or rounded into int4, uint4, int2, uint2",
    "ONNX Cast: no text on the rounding of floats to fixed point"};
constexpr Open kStrings = {
    "how floats and booleans are written; strings that spell no number",
    "ONNX Cast: 'plain floating-point representation'; 'Hello World!' is 'an undefined behavior'"};
constexpr Open kPowers = {
    "negative values, and values beyond the range with some modes, into float8e8m0",
    "ONNX Cast: table of float8e8m0"};

Result<DType> Target(const Call& call) {
  const auto to = call.AttrDType("to");
  if (!to.has_value())
    return Invalid(StrCat("to = ", call.AttrInt("to", 0), " is not an element type"));
  return *to;
}

// In the first version `to` is a name such as "FLOAT16".
Result<DType> NamedTarget(const Call& call) {
  const std::string name = call.AttrString("to", "");
  constexpr std::pair<std::string_view, DType> kNames[] = {
      {"FLOAT", DType::kFloat32}, {"DOUBLE", DType::kFloat64}, {"FLOAT16", DType::kFloat16},
      {"INT8", DType::kInt8},     {"INT16", DType::kInt16},    {"INT32", DType::kInt32},
      {"INT64", DType::kInt64},   {"UINT8", DType::kUint8},    {"UINT16", DType::kUint16},
      {"UINT32", DType::kUint32}, {"UINT64", DType::kUint64},  {"BOOL", DType::kBool}};
  for (const auto& [known, type] : kNames)
    if (known == name) return type;
  return Invalid(StrCat("to = '", name, "' is not an element type"));
}

Result<DType> CastTarget(const Call& call) {
  return call.opset() < 6 ? NamedTarget(call) : Target(call);
}

Result<PowerRounding> RoundMode(const Call& call) {
  const std::string mode = call.AttrString("round_mode", "up");
  if (mode == "up") return PowerRounding::kUp;
  if (mode == "down") return PowerRounding::kDown;
  if (mode == "nearest") return PowerRounding::kNearest;
  return Invalid(StrCat("round_mode is '", mode, "', must be up, down or nearest"));
}

bool Admitted(const char* op, int opset, DType to) {
  const Schema* schema = FindSchema("", op, opset);
  return schema == nullptr || schema->outputs[0].type_set().AdmitsTensor(to);
}

Result<Types> InferCast(const InferCall& call) {
  ASSAY_ASSIGN(const DType to, CastTarget(call));
  if (!Admitted("Cast", call.opset(), to))
    return Invalid(StrCat("a cast to ", DTypeName(to), " is not defined at opset ", call.opset()));
  ASSAY_RETURN_IF_ERROR(RoundMode(call));
  TensorType type = call.input(0);
  type.dtype = to;
  return OneType(type);
}

Result<Types> InferCastLike(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(RoundMode(call));
  TensorType type = call.input(0);
  type.dtype = call.dtype(1);
  return OneType(type);
}

Result<Outputs> Convert(const EvalCall& call, DType to) {
  ASSAY_ASSIGN(const PowerRounding mode, RoundMode(call));
  const Conversion c{.from = call.tensor(0).dtype(),
                     .to = to,
                     .saturate = call.AttrInt("saturate", 1) != 0,
                     .power_rounding = mode,
                     .rules = call.rules(),
                     .adversary = call.adversary()};
  return One(ConvertAll(c, call.tensor(0)));
}

Result<Outputs> EvaluateCast(const EvalCall& call) {
  ASSAY_ASSIGN(const DType to, CastTarget(call));
  return Convert(call, to);
}

Result<Outputs> EvaluateCastLike(const EvalCall& call) {
  return Convert(call, call.tensor(1).dtype());
}

// A type to cast to: mostly the common ones. Nothing that goes through strings, whose format is
// open.
std::optional<DType> RandomTarget(const ProposeCall& call, const char* op) {
  if (call.dtype(0) == DType::kString) return std::nullopt;
  constexpr DType kCommon[] = {DType::kFloat32,  DType::kFloat64, DType::kFloat16,
                               DType::kBfloat16, DType::kInt64,   DType::kInt32,
                               DType::kInt8,     DType::kUint8,   DType::kBool};
  for (int attempt = 0; attempt < 20; ++attempt) {
    const DType to = call.rng.Chance(0.8) ? call.rng.Pick<DType>(kCommon)
                                          : static_cast<DType>(call.rng.Int(1, kDTypeCount - 1));
    if (to != DType::kString && !IsComplex(to) && Admitted(op, call.opset, to)) return to;
  }
  return std::nullopt;
}

// `saturate` and `round_mode` where they matter and exist.
Attrs RoundingAttrs(const ProposeCall& call, DType to) {
  Attrs attrs;
  if (BitWidth(to) != 8 || !IsFloat(to)) return attrs;
  if (call.rng.Chance(0.5)) attrs.Set("saturate", int64_t{call.rng.Int(0, 1)});
  const char* const modes[] = {"up", "down", "nearest"};
  if (to == DType::kFloat8E8M0) attrs.Set("round_mode", std::string(modes[call.rng.Int(0, 2)]));
  return attrs;
}

std::optional<Proposal> ProposeCast(const ProposeCall& call) {
  const auto to = RandomTarget(call, "Cast");
  if (!to.has_value() || call.opset < 6) return std::nullopt;
  Proposal out{.attrs = RoundingAttrs(call, *to)};
  out.attrs.Set("to", static_cast<int64_t>(*to));
  return out;
}

std::optional<Proposal> ProposeCastLike(const ProposeCall& call) {
  const auto to = RandomTarget(call, "CastLike");
  if (!to.has_value()) return std::nullopt;
  return Proposal{.attrs = RoundingAttrs(call, *to), .constants = {Tensor(*to, Shape{1})}};
}

}  // namespace

OpDef CastDef() {
  return {.name = "Cast",
          .meaning = "converts the elements to another type",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 1},
          .infer = InferCast,
          .evaluate = EvaluateCast,
          .propose = ProposeCast,
          .open = {kOutOfRange, kFractions, kStrings, kPowers}};
}
OpDef CastLikeDef() {
  return {.name = "CastLike",
          .meaning = "converts the elements to the type of another tensor",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 1},
          .infer = InferCastLike,
          .evaluate = EvaluateCastLike,
          .propose = ProposeCastLike,
          .open = {kOutOfRange, kFractions, kStrings, kPowers}};
}

}  // namespace assay::ops
