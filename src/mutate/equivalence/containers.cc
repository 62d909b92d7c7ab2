// sequence-pair:  x  ==>  SequenceAt(SequenceConstruct(x, ..), i)
// optional-pair:  x  ==>  OptionalGetElement(Optional(x))
//
// Promise: same bits: the tensor is only put in and taken out.
// Needs:   opset 11, for optionals 15. Not for integers of rank 0 and 1, which may carry a shape
//          that nobody infers through a container.
// Aims at: container types, reuse of their buffers.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

bool FitsSequence(const Model& model, const TensorType& type) {
  return !MayCarryShape(type) && Takes(model, "SequenceConstruct", type.dtype);
}
bool FitsOptional(const Model& model, const TensorType& type) {
  return !MayCarryShape(type) && Takes(model, "Optional", type.dtype);
}

Result<ValueId> ThroughSequence(Emitter& w, ValueId x, const TensorType&, Rng& rng) {
  const int64_t count = rng.Int(1, 3);
  const ValueId all =
      w.Op("SequenceConstruct", std::vector<ValueId>(static_cast<size_t>(count), x));
  const ValueId at = w.Scalar(DType::kInt64, static_cast<double>(rng.Int(-count, count - 1)));
  return w.Op("SequenceAt", {all, at});
}

Result<ValueId> ThroughOptional(Emitter& w, ValueId x, const TensorType&, Rng&) {
  return w.Op("OptionalGetElement", {w.Op("Optional", {x})});
}

}  // namespace

MutatorDef SequencePairDef() {
  return {.name = "sequence-pair",
          .meaning = "a tensor is put into a sequence and taken out",
          .choices = "one to three times, any of them, counted from either end",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsSequence>,
          .apply = Insert<ThroughSequence>};
}

MutatorDef OptionalPairDef() {
  return {.name = "optional-pair",
          .meaning = "a tensor is put into an optional and taken out",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsOptional>,
          .apply = Insert<ThroughOptional>};
}

}  // namespace assay::mutate
