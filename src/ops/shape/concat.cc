// Concat: joins tensors along an axis.
//
//   out[.., offset_k + i, ..] = inputs[k][.., i, ..]
//
// Spec:  ONNX opsets 1 (axis defaults to 1), 4 (axis required), 11 (negative axes), 13 (bfloat16).
// Traps: an input whose size along the axis is 0 contributes nothing but must fit elsewhere.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

// Sizes of both that must be equal: whichever is known.
Result<Dim> SameSize(Dim a, Dim b, const InferCall& call, size_t input) {
  if (a.known() && b.known() && a.size != b.size)
    return Invalid(
        StrCat(TypeText(call.input(0)), " and ", TypeText(call.input(input)), " cannot be joined"));
  if (a.known() || (!b.known() && a.symbol != 0)) return a;
  return b;
}

Result<Types> InferConcat(const InferCall& call) {
  TensorType out(call.dtype(0));
  for (size_t i = 0; i < call.input_count(); ++i)
    if (!call.input(i).has_rank) return OneType(out);
  out = call.input(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 1), out.rank()));
  const auto at = static_cast<size_t>(axis);
  for (size_t i = 1; i < call.input_count(); ++i) {
    const TensorType& next = call.input(i);
    if (next.rank() != out.rank())
      return Invalid(StrCat(TypeText(out), " and ", TypeText(next), " differ in rank"));
    for (size_t k = 0; k < out.dims.size(); ++k) {
      Dim& dim = out.dims[k];
      if (k != at) {
        ASSAY_ASSIGN(dim, SameSize(dim, next.dims[k], call, i));
      } else if (!dim.known() || !next.dims[k].known()) {
        dim = Dim::Unknown();
      } else if (__builtin_add_overflow(dim.size, next.dims[k].size, &dim.size)) {
        return Invalid("the size along the axis overflows");
      }
    }
  }
  return OneType(out);
}

Result<Outputs> EvaluateConcat(const EvalCall& call) {
  std::vector<Bounded> parts;
  for (size_t i = 0; i < call.input_count(); ++i) parts.push_back(call.tensor(i));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 1), parts[0].rank()));
  return One(Concatenate(parts, axis));
}

std::optional<Proposal> ProposeConcat(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank == 0) return std::nullopt;
  std::vector<int64_t> fitting;
  for (int axis = 0; axis < rank; ++axis) {
    bool fits = true;
    for (size_t i = 1; i < call.inputs.size() && fits; ++i)
      fits = call.dtype(i) == call.dtype(0) && call.rank(i) == rank &&
             WithSize(call.shape(i), axis, 0) == WithSize(call.shape(0), axis, 0);
    if (fits) fitting.push_back(axis);
  }
  if (fitting.empty()) return std::nullopt;
  int64_t axis = call.rng.Pick(std::span<const int64_t>(fitting));
  if (call.opset >= 11 && call.rng.Chance(0.3)) axis -= rank;
  return Proposal{.attrs = {{"axis", axis}}};
}

}  // namespace

OpDef ConcatDef() {
  return {.name = "Concat",
          .meaning = "joins tensors along an axis",
          .data_inputs = {1, 4},
          .infer = InferConcat,
          .evaluate = EvaluateConcat,
          .propose = ProposeConcat};
}

}  // namespace assay::ops
