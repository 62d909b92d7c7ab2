// An operation with its neutral element:
//
//   add-zero:       x + 0, 0 + x, x - 0      mul-one:  x * 1, 1 * x       div-one:  x / 1
//   pow-one:        x ^ 1                    extreme-self:  Max(x, x), Min(x, x)
//   clip-infinite:  Clip(x, -inf, +inf)
//
// Promise: close. Numbers, infinities and NaN are kept, but: -0 + 0 is +0; a processor that flushes
//          subnormals does so in arithmetic; Pow is a function with some ulp; a limit may replace
//          NaN in Clip, Max and Min (the texts are silent). Integers are exact.
// Needs:   a common number type; Pow and Clip floats; extreme-self opset 8, clip-infinite 11.
// Aims at: removal of neutral elements, broadcasting of scalars.
#include <limits>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace neutral {
namespace {

constexpr int kClipInputs = 11;
constexpr int kExtremesBroadcast = 8;

bool FitsAdd(const Model& model, const TensorType& type) {
  return type.has_rank && IsCommon(type.dtype) && Takes(model, "Add", type.dtype);
}
bool FitsPow(const Model& model, const TensorType& type) {
  return type.has_rank && IsCommonFloat(type.dtype) && Takes(model, "Pow", type.dtype);
}
bool FitsMax(const Model& model, const TensorType& type) {
  return IsCommon(type.dtype) && model.opset("") >= kExtremesBroadcast &&
         Takes(model, "Max", type.dtype);
}
bool FitsClip(const Model& model, const TensorType& type) {
  return IsCommonFloat(type.dtype) && model.opset("") >= kClipInputs;
}

// A constant that broadcasts into `type`: rank 0, one element, or one per element of the last axis.
ValueId Neutral(Emitter& w, const TensorType& type, double value, Rng& rng) {
  Shape shape;
  if (type.rank() >= 1 && rng.Chance(0.6))
    shape.push_back(type.dims.back().known() && rng.Chance(0.5) ? type.dims.back().size : 1);
  const std::vector<double> reals(static_cast<size_t>(ElementCount(shape)), value);
  const std::vector<int64_t> ints(reals.size(), static_cast<int64_t>(value));
  return AddConstant(w.graph(), "neutral",
                     IsFloat(type.dtype) ? MakeTensor(type.dtype, shape, reals)
                                         : MakeIntTensor(type.dtype, shape, ints));
}

Result<ValueId> AddZero(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const ValueId zero = Neutral(w, type, 0, rng);
  switch (rng.Int(0, 2)) {
    case 0:
      return w.Op("Add", {x, zero});
    case 1:
      return w.Op("Add", {zero, x});
    default:
      return w.Op("Sub", {x, zero});
  }
}

Result<ValueId> MulOne(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const ValueId one = Neutral(w, type, 1, rng);
  return rng.Chance(0.5) ? w.Op("Mul", {x, one}) : w.Op("Mul", {one, x});
}

Result<ValueId> DivOne(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  return w.Op("Div", {x, Neutral(w, type, 1, rng)});
}

Result<ValueId> PowOne(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  return w.Op("Pow", {x, Neutral(w, type, 1, rng)});
}

Result<ValueId> ExtremeSelf(Emitter& w, ValueId x, const TensorType&, Rng& rng) {
  const char* op = rng.Chance(0.5) ? "Max" : "Min";
  return rng.Chance(0.7) ? w.Op(op, {x, x}) : w.Op(op, {x});
}

Result<ValueId> ClipInfinite(Emitter& w, ValueId x, const TensorType& type, Rng&) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return w.Op("Clip", {x, w.Scalar(type.dtype, -kInfinity), w.Scalar(type.dtype, kInfinity)});
}

constexpr std::string_view kShapes =
    "the constant has rank 0, one element, or one per element of the last axis";

}  // namespace
}  // namespace neutral

MutatorDef AddZeroDef() {
  return Equivalence(Promise::kClose, "add-zero", "zero is added or subtracted", neutral::kShapes,
                     FindTensors<neutral::FitsAdd>, Insert<neutral::AddZero>);
}
MutatorDef MulOneDef() {
  return Equivalence(Promise::kClose, "mul-one", "a tensor is multiplied by one", neutral::kShapes,
                     FindTensors<neutral::FitsAdd>, Insert<neutral::MulOne>);
}
MutatorDef DivOneDef() {
  return Equivalence(Promise::kClose, "div-one", "a tensor is divided by one", neutral::kShapes,
                     FindTensors<neutral::FitsAdd>, Insert<neutral::DivOne>);
}
MutatorDef PowOneDef() {
  return Equivalence(Promise::kClose, "pow-one", "a tensor is raised to the first power",
                     neutral::kShapes, FindTensors<neutral::FitsPow>, Insert<neutral::PowOne>);
}
MutatorDef ExtremeSelfDef() {
  return Equivalence(Promise::kClose, "extreme-self",
                     "the maximum or minimum of a tensor and itself",
                     "Max or Min, of two inputs or of one", FindTensors<neutral::FitsMax>,
                     Insert<neutral::ExtremeSelf>);
}
MutatorDef ClipInfiniteDef() {
  return Equivalence(Promise::kClose, "clip-infinite", "a tensor is limited to all numbers", "",
                     FindTensors<neutral::FitsClip>, Insert<neutral::ClipInfinite>);
}

}  // namespace assay::mutate
