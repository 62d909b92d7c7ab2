// cast-pair:        x  ==>  Cast(Cast(x, wider), back), for integers and bool
// cast-float-pair:  the same for floats: float32 through float64, float16 through float32
//
// Promise: cast-pair same bits: each wider type holds every value of the narrower one (bool is 0
//          or 1; up to 32 bits fit the 53 of float64, up to 16 the 24 of float32).
//          cast-float-pair close: exact for numbers, infinities and NaN, but a processor may flush
//          float32's subnormals in a conversion, and float16 is often kept in float32 anyway.
// Needs:   a type that has a wider one.
// Aims at: removal of cast chains, which must not remove casts that narrow.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace cast_pair {
namespace {

// Types that hold every value of `dtype`.
std::vector<DType> Wider(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return {DType::kUint8, DType::kInt32, DType::kInt64, DType::kFloat32};
    case DType::kUint8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kUint16:
      return {DType::kInt32, DType::kInt64, DType::kFloat32};
    case DType::kInt32:
    case DType::kUint32:
      return {DType::kInt64, DType::kFloat64};
    case DType::kFloat16:
      return {DType::kFloat32};
    case DType::kFloat32:
      return {DType::kFloat64};
    default:
      return {};
  }
}

bool FitsExact(const Model& model, const TensorType& type) {
  return !IsFloat(type.dtype) && !Wider(type.dtype).empty() && Takes(model, "Cast", type.dtype);
}
bool FitsFloat(const Model& model, const TensorType& type) {
  return IsFloat(type.dtype) && !Wider(type.dtype).empty() && Takes(model, "Cast", type.dtype);
}

Result<ValueId> Pair(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const std::vector<DType> wider = Wider(type.dtype);
  return w.Cast(w.Cast(x, rng.Pick(std::span<const DType>(wider))), type.dtype);
}

}  // namespace
}  // namespace cast_pair

MutatorDef CastPairDef() {
  return {.name = "cast-pair",
          .meaning = "an integer or bool tensor is cast to a wider type and back",
          .choices = "the wider type uniform among those that hold every value",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<cast_pair::FitsExact>,
          .apply = Insert<cast_pair::Pair>};
}

MutatorDef CastFloatPairDef() {
  return {.name = "cast-float-pair",
          .meaning = "a float tensor is cast to the next wider type and back",
          .choices = "float32 through float64, float16 through float32",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindTensors<cast_pair::FitsFloat>,
          .apply = Insert<cast_pair::Pair>};
}

}  // namespace assay::mutate
