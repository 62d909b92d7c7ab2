// ScatterND: a copy of the data with slices named by index tuples replaced or combined; the inverse
// of GatherND.
//
//   out[indices[i.., :], s..] = f(out[indices[i.., :], s..], updates[i.., s..])
//
// Spec:  ONNX opsets 11, 13, 16 (reduction add, mul), 18 (max, min).
// Traps: duplicate tuples without reduction: any of the updates may stay.
#include "ops/indexing/scatter.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// updates.shape = indices.shape[:-1] ++ data.shape[k:]
Status CheckTupleSizes(const TensorType& data, const TensorType& indices,
                       const TensorType& updates) {
  if (!data.has_rank || !indices.has_rank) return {};
  if (data.rank() < 1 || indices.rank() < 1)
    return Invalid("data and indices must have a rank of at least 1");
  if (!indices.dims.back().known()) return {};
  const int64_t length = indices.dims.back().size;
  if (length > data.rank())
    return Invalid(StrCat("index tuples of length ", length, " do not fit ", TypeText(data)));
  if (!updates.has_rank) return {};
  Dims wanted;
  for (size_t i = 0; i + 1 < indices.dims.size(); ++i) wanted.push_back(indices.dims[i]);
  for (size_t i = static_cast<size_t>(length); i < data.dims.size(); ++i)
    wanted.push_back(data.dims[i]);
  if (!Unify(TensorType(updates.dtype, wanted), updates).has_value())
    return Invalid(StrCat("updates ", TypeText(updates), " should be ",
                          TypeText(TensorType(updates.dtype, wanted))));
  return {};
}

Result<Types> InferScatterND(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(ReductionOf(call));
  ASSAY_RETURN_IF_ERROR(CheckTupleSizes(call.input(0), call.input(1), call.input(2)));
  return OneType(call.input(0));
}

Result<Outputs> EvaluateScatterND(const EvalCall& call) {
  const Bounded &data = call.tensor(0), &indices = call.tensor(1), &updates = call.tensor(2);
  ASSAY_ASSIGN(const Reduction reduction, ReductionOf(call));
  const auto type = [](const Bounded& t) { return TensorType(t.dtype(), t.shape()); };
  ASSAY_RETURN_IF_ERROR(CheckTupleSizes(type(data), type(indices), type(updates)));
  const auto length = static_cast<size_t>(indices.shape().back());
  const Shape strides = Strides(data.shape());
  int64_t slice = 1, tuples = 1;
  for (size_t i = length; i < data.shape().size(); ++i) slice *= data.shape()[i];
  for (size_t i = 0; i + 1 < indices.shape().size(); ++i) tuples *= indices.shape()[i];
  std::vector<Contribution> all;
  std::vector<Int> tuple(length);
  for (int64_t i = 0; i < tuples; ++i) {
    for (size_t k = 0; k < length; ++k)
      tuple[k] = indices.integer(i * static_cast<int64_t>(length) + static_cast<int64_t>(k));
    ASSAY_ASSIGN(const Positions at, OffsetsOf(tuple, std::span(data.shape().begin(), length),
                                               std::span(strides.begin(), length)));
    for (int64_t k = 0; k < slice; ++k) AddContributions(all, at, 1, k, i * slice + k);
  }
  return One(ApplyScatter(call, data, updates, std::move(all), reduction));
}

std::optional<Proposal> ProposeScatterND(const ProposeCall& call) {
  const int rank = call.rank(0);
  const Shape data = call.shape(0);
  if (rank == 0 || ElementCount(data) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const DType dtype = call.dtype(0);
  const bool numeric =
      IsFloat(dtype) ? FormatOf(dtype).precision >= 8 : IsInt(dtype) && BitWidth(dtype) >= 8;
  const bool reduce = call.opset >= 16 && numeric && rng.Chance(0.5);
  const int64_t length = rng.Int(1, rank),
                tuples = reduce ? rng.Int(1, 4) : std::min<int64_t>(data[0], rng.Int(1, 3));
  // Without a reduction the first components differ, so no two tuples are equal.
  std::vector<int64_t> values;
  const int64_t shift = rng.Int(0, data[0] - 1);
  for (int64_t i = 0; i < tuples; ++i)
    for (int64_t k = 0; k < length; ++k)
      values.push_back(k == 0 && !reduce ? (i + shift) % data[0]
                                         : rng.Int(-data[static_cast<size_t>(k)],
                                                   data[static_cast<size_t>(k)] - 1));
  Shape updates = {tuples};
  for (size_t i = static_cast<size_t>(length); i < data.size(); ++i) updates.push_back(data[i]);
  Proposal out{.constants = {MakeIntTensor(DType::kInt64, {tuples, length}, values),
                             RandomTensor(rng, dtype, updates)}};
  static constexpr const char* kNames[] = {"add", "mul", "max", "min"};
  if (reduce) out.attrs.Set("reduction", std::string(kNames[rng.Int(0, call.opset >= 18 ? 3 : 1)]));
  return out;
}

}  // namespace

OpDef ScatterNDDef() {
  return {.name = "ScatterND",
          .meaning = "replaces or combines slices named by index tuples",
          .rounding = Rounding::kSum,
          .infer = InferScatterND,
          .evaluate = EvaluateScatterND,
          .propose = ProposeScatterND,
          .open = {kDuplicateTargets}};
}

}  // namespace assay::ops
