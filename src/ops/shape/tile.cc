// Tile: repeats a tensor along each axis.
//
//   out[.., i, ..] = input[.., i mod size, ..]
//
// Spec:  ONNX opsets 6, 13 (opset 1 took a count and an axis and is not covered). One repeat per
// axis, no broadcasting. Traps: a repeat of 0 gives an empty tensor.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Status CheckRepeats(std::span<const int64_t> repeats, int rank) {
  if (static_cast<int>(repeats.size()) != rank)
    return Invalid(StrCat("repeats has ", repeats.size(), " entries for rank ", rank));
  for (const int64_t repeat : repeats)
    if (repeat < 0)
      return Invalid(StrCat("repeats [", Join(repeats, ","), "] has a negative entry"));
  return {};
}

Result<Types> InferTile(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (call.opset() < 6) return Unsupported("Tile before opset 6 is not covered");
  if (!x.has_rank) return OneType(OfRank(x.dtype, KnownLength(call.input(1))));
  const auto repeats = call.ConstantInts(1);
  if (!repeats.has_value()) return OneType(OfRank(x.dtype, x.rank()));
  ASSAY_RETURN_IF_ERROR(CheckRepeats(*repeats, x.rank()));
  TensorType out = x;
  for (size_t i = 0; i < repeats->size(); ++i) {
    Dim& dim = out.dims[i];
    if (!dim.known()) {
      if ((*repeats)[i] != 1) dim = Dim::Unknown();
    } else if (__builtin_mul_overflow(dim.size, (*repeats)[i], &dim.size)) {
      return Invalid(StrCat("repeat ", (*repeats)[i], " of ", TypeText(x), " overflows"));
    }
  }
  return OneType(out);
}

Result<Outputs> EvaluateTile(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> repeats, ListOf(call, 1, "repeats"));
  ASSAY_RETURN_IF_ERROR(CheckRepeats(repeats, x.rank()));
  Shape shape = x.shape();
  for (size_t i = 0; i < repeats.size(); ++i)
    if (__builtin_mul_overflow(shape[i], repeats[i], &shape[i]))
      return Invalid("a repeated size overflows");
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  const Shape strides = Strides(x.shape());
  std::vector<int64_t> map;
  for (Odometer it(shape, Shape(shape.size(), 0)); !it.done(); it.Next()) {
    int64_t from = 0;
    for (size_t i = 0; i < shape.size(); ++i) from += it.index()[i] % x.shape()[i] * strides[i];
    map.push_back(from);
  }
  return One(x.Take(shape, map));
}

std::optional<Proposal> ProposeTile(const ProposeCall& call) {
  std::vector<int64_t> repeats;
  for (int i = 0; i < call.rank(0); ++i)
    repeats.push_back(call.rng.Chance(0.5) ? 1 : call.rng.Int(1, 3));
  return Proposal{.constants = {Int64Vector(repeats)}};
}

}  // namespace

OpDef TileDef() {
  return {.name = "Tile",
          .meaning = "repeats a tensor along each axis",
          .infer = InferTile,
          .evaluate = EvaluateTile,
          .propose = ProposeTile};
}

}  // namespace assay::ops
