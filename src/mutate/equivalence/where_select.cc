// where-true:  x  ==>  Where(true, x, c)      or Where(false, c, x); c is never taken, be it NaN
// where-same:  x  ==>  Where(condition, x, x) with any condition
//
// Promise: same bits: elements are copied.   Needs: a common number type, opset 9.
// Aims at: folding of constant conditions; selection that is done by arithmetic lets NaN through.
#include <limits>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace where_select {
namespace {

bool Fits(const Model& model, const TensorType& type) {
  return type.has_rank && IsCommon(type.dtype) && Takes(model, "Where", type.dtype, 1);
}

// One bool, or as many as the last axis has elements.
Shape ConditionShape(const TensorType& type, Rng& rng) {
  if (type.rank() >= 1 && type.dims.back().known() && rng.Chance(0.5))
    return {type.dims.back().size};
  return {};
}

Result<ValueId> Certain(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const bool which = rng.Chance(0.5);
  const Shape shape = ConditionShape(type, rng);
  const std::vector<int64_t> bits(static_cast<size_t>(ElementCount(shape)), which ? 1 : 0);
  const ValueId condition =
      AddConstant(w.graph(), "condition", MakeIntTensor(DType::kBool, shape, bits));
  const double others[] = {7, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()};
  const ValueId other = w.Scalar(type.dtype, IsFloat(type.dtype) ? others[rng.Int(0, 2)] : 7);
  if (which) return w.Op("Where", {condition, x, other});
  return w.Op("Where", {condition, other, x});
}

Result<ValueId> Same(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const Shape shape = ConditionShape(type, rng);
  std::vector<int64_t> bits(static_cast<size_t>(ElementCount(shape)));
  for (int64_t& bit : bits) bit = rng.Int(0, 1);
  const ValueId condition =
      AddConstant(w.graph(), "condition", MakeIntTensor(DType::kBool, shape, bits));
  return w.Op("Where", {condition, x, x});
}

}  // namespace
}  // namespace where_select

MutatorDef WhereTrueDef() {
  return {.name = "where-true",
          .meaning = "a tensor is picked by a constant condition",
          .choices = "condition true or false; what is not picked is 7, infinity or NaN",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<where_select::Fits>,
          .apply = Insert<where_select::Certain>};
}

MutatorDef WhereSameDef() {
  return {.name = "where-same",
          .meaning = "a condition picks between a tensor and itself",
          .choices = "a random constant condition, one bool or one per element of the last axis",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<where_select::Fits>,
          .apply = Insert<where_select::Same>};
}

}  // namespace assay::mutate
