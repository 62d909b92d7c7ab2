// One operator that hands its input on:
//
//   identity:           x  ==>  Identity(x), up to three in a row
//   concat-one:         x  ==>  Concat(x), or Concat of x and an empty tensor
//   tile-one:           x  ==>  Tile(x, [1, 1, ..])
//   expand-same:        x  ==>  Expand(x, ones or the shape of x)
//   dropout-inference:  x  ==>  Dropout(x), not training
//   einsum-identity:    x  ==>  Einsum("ab->ab", x)
//
// Promise: same bits: data is copied. einsum-identity close: Einsum of one operand without a summed
//          label is that operand, but it is arithmetic, where a processor may flush subnormals.
// Needs:   einsum-identity rank >= 1 and opset 12; concat-one rank >= 1; expand-same opset 8.
// Aims at: elimination of no-ops.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace copies {
namespace {

constexpr int kDropoutInputs = 12;  // opset from which ratio and mode are inputs
constexpr double kRatio = 0.3;
constexpr int kMaxEinsumRank = 5;

bool FitsIdentity(const Model& model, const TensorType& type) {
  return Takes(model, "Identity", type.dtype);
}
bool FitsConcat(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && Takes(model, "Concat", type.dtype);
}
bool FitsTile(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && Takes(model, "Tile", type.dtype);
}
bool FitsExpand(const Model& model, const TensorType& type) {
  return type.has_rank && Takes(model, "Expand", type.dtype);
}
bool FitsDropout(const Model& model, const TensorType& type) {
  return IsCommonFloat(type.dtype) && Takes(model, "Dropout", type.dtype);
}
bool FitsEinsum(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && type.rank() <= kMaxEinsumRank && IsCommon(type.dtype) &&
         Takes(model, "Einsum", type.dtype);
}

Result<ValueId> Identities(Emitter& w, ValueId x, const TensorType&, Rng& rng) {
  for (int64_t i = rng.Int(1, 3); i > 0; --i) x = w.Op("Identity", {x});
  return x;
}

Result<ValueId> ConcatOne(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const int64_t axis = rng.Int(0, type.rank() - 1);
  auto shape = type.shape();
  if (!shape.has_value() || rng.Chance(0.5)) return w.Concat({x}, axis);
  (*shape)[static_cast<size_t>(axis)] = 0;
  const ValueId empty = AddConstant(w.graph(), "empty", Tensor(type.dtype, *shape));
  return rng.Chance(0.5) ? w.Concat({x, empty}, axis) : w.Concat({empty, x}, axis);
}

Result<ValueId> TileOnce(Emitter& w, ValueId x, const TensorType& type, Rng&) {
  return w.Op("Tile",
              {x, w.Ints("repeats", std::vector<int64_t>(static_cast<size_t>(type.rank()), 1))});
}

Result<ValueId> ExpandSame(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const auto shape = type.shape();
  std::vector<int64_t> sizes(static_cast<size_t>(type.rank()), 1);
  if (shape.has_value() && rng.Chance(0.5)) sizes.assign(shape->begin(), shape->end());
  return w.Op("Expand", {x, w.Ints("shape", sizes)});
}

Result<ValueId> DropNothing(Emitter& w, ValueId x, const TensorType&, Rng& rng) {
  if (w.opset() < kDropoutInputs)
    return w.Op("Dropout", {x}, {{"ratio", static_cast<float>(kRatio)}});
  std::vector<ValueId> inputs = {x};
  if (rng.Chance(0.7)) inputs.push_back(w.Scalar(DType::kFloat32, kRatio));
  if (inputs.size() == 2 && rng.Chance(0.5))
    inputs.push_back(AddConstant(w.graph(), "training", Tensor(DType::kBool, Shape{})));
  return w.Op("Dropout", std::move(inputs));
}

Result<ValueId> EinsumSame(Emitter& w, ValueId x, const TensorType& type, Rng&) {
  const std::string labels = std::string("abcde").substr(0, static_cast<size_t>(type.rank()));
  return w.Op("Einsum", {x}, {{"equation", labels + "->" + labels}});
}

}  // namespace
}  // namespace copies

MutatorDef IdentityDef() {
  return Equivalence(Promise::kSameBits, "identity", "a tensor goes through Identity",
                     "one to three in a row", FindTensors<copies::FitsIdentity>,
                     Insert<copies::Identities>);
}
MutatorDef ConcatOneDef() {
  return Equivalence(Promise::kSameBits, "concat-one", "a tensor is concatenated with nothing",
                     "axis uniform; alone, or with an empty tensor before or behind it",
                     FindTensors<copies::FitsConcat>, Insert<copies::ConcatOne>);
}
MutatorDef TileOneDef() {
  return Equivalence(Promise::kSameBits, "tile-one", "a tensor is repeated once", "",
                     FindTensors<copies::FitsTile>, Insert<copies::TileOnce>);
}
MutatorDef ExpandSameDef() {
  return Equivalence(Promise::kSameBits, "expand-same", "a tensor is expanded to its own shape",
                     "the shape is all ones, or that of the tensor",
                     FindTensors<copies::FitsExpand>, Insert<copies::ExpandSame>);
}
MutatorDef DropoutInferenceDef() {
  return Equivalence(Promise::kSameBits, "dropout-inference",
                     "a tensor goes through a Dropout that is not training",
                     "ratio 0.3; from opset 12 with or without the inputs for ratio and mode",
                     FindTensors<copies::FitsDropout>, Insert<copies::DropNothing>);
}
MutatorDef EinsumIdentityDef() {
  MutatorDef def = Equivalence(Promise::kSameBits, "einsum-identity",
                               "a tensor goes through an Einsum that returns it", "",
                               FindTensors<copies::FitsEinsum>, Insert<copies::EinsumSame>);
  def.promise = Promise::kClose;
  return def;
}

}  // namespace assay::mutate
