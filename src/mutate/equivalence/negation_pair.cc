// double-negation:   x  ==>  Neg(Neg(x)), common number types
// not-not:           x  ==>  Not(Not(x)), bool
// bitwise-not-pair:  x  ==>  BitwiseNot(BitwiseNot(x)), int32 and int64
//
// Promise: same bits: Neg flips the sign, of zeros, infinities and NaN, too, and never rounds; in
//          integers it wraps, so that the least number stays itself. (8-bit integers are left out:
//          some libraries saturate them.)
// Needs:   bitwise-not-pair opset 18.   Aims at: removal of inverse pairs.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

bool FitsNeg(const Model& model, const TensorType& type) {
  return IsCommon(type.dtype) && Takes(model, "Neg", type.dtype);
}
bool FitsNot(const Model& model, const TensorType& type) { return Takes(model, "Not", type.dtype); }
bool FitsBits(const Model& model, const TensorType& type) {
  return IsCommon(type.dtype) && Takes(model, "BitwiseNot", type.dtype);
}

Result<ValueId> NegPair(Emitter& w, ValueId x, const TensorType&, Rng&) {
  return w.Op("Neg", {w.Op("Neg", {x})});
}
Result<ValueId> NotPair(Emitter& w, ValueId x, const TensorType&, Rng&) {
  return w.Op("Not", {w.Op("Not", {x})});
}
Result<ValueId> BitsPair(Emitter& w, ValueId x, const TensorType&, Rng&) {
  return w.Op("BitwiseNot", {w.Op("BitwiseNot", {x})});
}

}  // namespace

MutatorDef DoubleNegationDef() {
  return {.name = "double-negation",
          .meaning = "a tensor is negated twice",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsNeg>,
          .apply = Insert<NegPair>};
}

MutatorDef NotNotDef() {
  return {.name = "not-not",
          .meaning = "a bool tensor is inverted twice",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsNot>,
          .apply = Insert<NotPair>};
}

MutatorDef BitwiseNotPairDef() {
  return {.name = "bitwise-not-pair",
          .meaning = "the bits of an integer tensor are inverted twice",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsBits>,
          .apply = Insert<BitsPair>};
}

}  // namespace assay::mutate
