// TensorScatter: writes an update into a cache, at a different place for each batch entry.
//
//   out[b, .., write_indices[b] + s, ..] = update[b, .., s, ..]      (modulo the axis in circular
//   mode)
//
// Spec:  ONNX opset 24. axis (default -2) is not the batch axis 0; write_indices default to 0.
// Traps: linear mode must stay inside the axis; the update may not be longer than the axis.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<int> AxisOf(const Call& call, int rank) {
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -2), rank));
  if (axis == 0) return Invalid("axis may not be the batch axis 0");
  const std::string mode = call.AttrString("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return Invalid(StrCat("mode '", mode, "' is neither linear nor circular"));
  return axis;
}

Status CheckCacheSizes(const TensorType& cache, const TensorType& update, int axis) {
  if (update.rank() != cache.rank())
    return Invalid(
        StrCat("update ", TypeText(update), " and cache ", TypeText(cache), " differ in rank"));
  for (size_t i = 0; i < cache.dims.size(); ++i) {
    const Dim a = cache.dims[i], b = update.dims[i];
    if (a.known() && b.known() &&
        (i == static_cast<size_t>(axis) ? b.size > a.size : b.size != a.size))
      return Invalid(StrCat("update ", TypeText(update), " does not fit cache ", TypeText(cache)));
  }
  return {};
}

Result<Types> InferTensorScatter(const InferCall& call) {
  const TensorType &cache = call.input(0), &update = call.input(1);
  if (!cache.has_rank) return OneType(cache);
  ASSAY_ASSIGN(const int axis, AxisOf(call, cache.rank()));
  if (update.has_rank) ASSAY_RETURN_IF_ERROR(CheckCacheSizes(cache, update, axis));
  const int64_t writes = KnownLength(call.input(2));
  if (writes >= 0 && cache.dims[0].known() && writes != cache.dims[0].size)
    return Invalid(StrCat(writes, " write_indices for ", TypeText(cache)));
  return OneType(cache);
}

Result<Outputs> EvaluateTensorScatter(const EvalCall& call) {
  const Bounded &cache = call.tensor(0), &update = call.tensor(1);
  ASSAY_ASSIGN(const int axis, AxisOf(call, cache.rank()));
  ASSAY_RETURN_IF_ERROR(CheckCacheSizes(TensorType(cache.dtype(), cache.shape()),
                                        TensorType(cache.dtype(), update.shape()), axis));
  std::vector<int64_t> starts(static_cast<size_t>(cache.shape()[0]), 0);
  if (call.has_input(2)) {
    ASSAY_ASSIGN(starts, call.Ints(2));
  }
  if (static_cast<int64_t>(starts.size()) != cache.shape()[0])
    return Invalid(StrCat(starts.size(), " write_indices for a batch of ", cache.shape()[0]));
  const AxisView to(cache.shape(), axis), from(update.shape(), axis);
  const bool circular = call.AttrString("mode", "linear") == "circular";
  for (const int64_t start : starts)
    if (start < 0 || (!circular && start > to.size - from.size))
      return Invalid(StrCat("write index ", start, " does not fit ", from.size, " of ", to.size));
  Bounded out = cache;
  for (int64_t o = 0; o < to.outer; ++o) {
    const int64_t start = starts[static_cast<size_t>(o / (to.outer / cache.shape()[0]))];
    for (int64_t s = 0; s < from.size; ++s)
      for (int64_t k = 0; k < to.inner; ++k)
        out.set(to.at(o, (start % to.size + s) % to.size, k), update, from.at(o, s, k));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeTensorScatter(const ProposeCall& call) {
  if (call.rank(0) < 2 || ElementCount(call.shape(0)) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const int axis = static_cast<int>(rng.Int(1, call.rank(0) - 1));
  const Shape cache = call.shape(0);
  const int64_t size = cache[static_cast<size_t>(axis)], length = rng.Int(1, size);
  const bool circular = rng.Chance(0.5);
  std::vector<int64_t> starts;
  for (int64_t i = 0; i < cache[0]; ++i)
    starts.push_back(rng.Int(0, circular ? size - 1 : size - length));
  Proposal out{
      .attrs = {{"axis", int64_t{axis}}, {"mode", std::string(circular ? "circular" : "linear")}},
      .constants = {RandomTensor(rng, call.dtype(0), WithSize(cache, axis, length))}};
  if (rng.Chance(0.7)) out.constants.push_back(Int64Vector(starts));
  return out;
}

}  // namespace

OpDef TensorScatterDef() {
  return {.name = "TensorScatter",
          .meaning = "writes an update into a cache",
          .infer = InferTensorScatter,
          .evaluate = EvaluateTensorScatter,
          .propose = ProposeTensorScatter};
}

}  // namespace assay::ops
