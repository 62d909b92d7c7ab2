// RotaryEmbedding: rotates pairs of features by angles that depend on the position.
//
//   y1 = cos * x1 - sin * x2        y2 = sin * x1 + cos * x2
//
// Spec:  ONNX opset 23. Pairs are (i, i + r/2), or (2i, 2i + 1) when interleaved; r =
// rotary_embedding_dim or the head size. Traps: features beyond r are copied; the caches are rows
// by position_ids, or given per batch and position without them.
#include "ops/attention/attention_infer.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Types> InferRotaryEmbedding(const InferCall& call) {
  const TensorType& x = call.input(0);
  const int64_t rotary = call.AttrInt("rotary_embedding_dim", 0);
  if (rotary < 0 || rotary % 2 != 0)
    return Invalid(StrCat("rotary_embedding_dim ", rotary, " is not an even number >= 0"));
  const int cache_rank = call.has_input(3) ? 2 : 3;
  for (size_t i : {1, 2})
    if (call.input(i).has_rank && call.input(i).rank() != cache_rank)
      return Invalid(
          StrCat("caches need rank ", cache_rank, ", input ", i, " has ", call.input(i).rank()));
  if (!x.has_rank) return OneType(x);
  if (x.rank() != 3 && x.rank() != 4)
    return Invalid(StrCat("input needs rank 3 or 4, has ", x.rank()));
  Dim size = x.dims[x.dims.size() - 1];
  if (x.rank() == 3) {
    if (!call.HasAttr("num_heads")) return Invalid("an input of rank 3 needs attribute num_heads");
    ASSAY_ASSIGN(size, SplitDim(size, call.AttrInt("num_heads", 0), "num_heads"));
  }
  if (size.known() && (size.size % 2 != 0 && rotary == 0))
    return Invalid(StrCat("head size ", size.size, " is odd"));
  if (size.known() && rotary > size.size)
    return Invalid(StrCat("rotary_embedding_dim ", rotary, " exceeds head size ", size.size));
  const Dim half = rotary > 0     ? Dim::Known(rotary / 2)
                   : size.known() ? Dim::Known(size.size / 2)
                                  : Dim::Unknown();
  const Dim batch = x.dims[0], length = x.dims[x.rank() == 3 ? 1 : 2];
  for (size_t i : {1, 2}) {
    const TensorType& cache = call.input(i);
    if (!cache.has_rank) continue;
    ASSAY_RETURN_IF_ERROR(SameDim(cache.dims[cache.dims.size() - 1], half,
                                  "last size of a cache and half the rotary size"));
    if (cache_rank == 2) continue;
    ASSAY_RETURN_IF_ERROR(SameDim(cache.dims[0], batch, "batch size of a cache"));
    ASSAY_RETURN_IF_ERROR(SameDim(cache.dims[1], length, "sequence length of a cache"));
  }
  if (call.has_input(3) && call.input(3).has_rank) {
    if (call.input(3).rank() != 2)
      return Invalid(StrCat("position_ids need rank 2, have ", call.input(3).rank()));
    ASSAY_RETURN_IF_ERROR(SameDim(call.input(3).dims[0], batch, "batch size of position_ids"));
    ASSAY_RETURN_IF_ERROR(
        SameDim(call.input(3).dims[1], length, "sequence length of position_ids"));
  }
  return OneType(x);
}

// a*b + c*d, fused or not.
Real TwoProducts(const Arith& arith, const Real& a, const Real& b, const Real& c, const Real& d) {
  const Real left[] = {a, c}, right[] = {b, d};
  return arith.Dot(left, right);
}

// The row of the caches that a token uses.
Result<std::vector<int64_t>> CacheRows(const EvalCall& call, int64_t tokens) {
  std::vector<int64_t> rows(static_cast<size_t>(tokens));
  for (int64_t i = 0; i < tokens; ++i) rows[static_cast<size_t>(i)] = i;
  if (!call.has_input(3)) return rows;
  ASSAY_ASSIGN(rows, call.Ints(3));
  const int64_t limit = std::min(call.tensor(1).shape()[0], call.tensor(2).shape()[0]);
  for (const int64_t row : rows)
    if (row < 0 || row >= limit)
      return Invalid(StrCat("position_ids hold ", row, ", the caches have ", limit, " rows"));
  return rows;
}

Result<Outputs> EvaluateRotaryEmbedding(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const bool packed = x.rank() == 3, interleaved = call.AttrInt("interleaved", 0) != 0;
  const Shape& s = x.shape();
  const int64_t batch = s[0], heads = packed ? call.AttrInt("num_heads", 1) : s[1],
                length = packed ? s[1] : s[2];
  ASSAY_RETURN_IF_ERROR(CheckSize({batch, heads, length}));
  ASSAY_RETURN_IF_ERROR(CheckSize({batch, heads}));
  const int64_t size = packed ? s[2] / heads : s[3];
  const int64_t given = call.AttrInt("rotary_embedding_dim", 0), rotary = given == 0 ? size : given,
                half = rotary / 2;
  ASSAY_ASSIGN(const std::vector<int64_t> rows, CacheRows(call, batch * length));
  const Arith arith = call.arith(x.dtype());
  Bounded y = x;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t h = 0; h < heads; ++h)
      for (int64_t t = 0; t < length; ++t) {
        const int64_t start =
            packed ? ((b * length + t) * heads + h) * size : ((b * heads + h) * length + t) * size;
        for (int64_t i = 0; i < half; ++i) {
          const int64_t cached = rows[static_cast<size_t>(b * length + t)] * half + i;
          const Real cos = call.tensor(1).real(cached), sin = call.tensor(2).real(cached);
          const int64_t first = start + (interleaved ? 2 * i : i),
                        second = start + (interleaved ? 2 * i + 1 : i + half);
          const Real x1 = x.real(first), x2 = x.real(second);
          y.set(first, TwoProducts(arith, cos, x1, Arith::Neg(sin), x2));
          y.set(second, TwoProducts(arith, sin, x1, cos, x2));
        }
      }
  return One(std::move(y));
}

std::optional<Proposal> ProposeRotaryEmbedding(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank != 3 && rank != 4) return std::nullopt;
  const Shape s = call.shape(0);
  const int64_t heads = rank == 4 ? s[1] : s[2] % 4 == 0 && call.rng.Chance(0.6) ? 2 : 1;
  const int64_t size = rank == 4 ? s[3] : s[2] / heads, length = rank == 4 ? s[2] : s[1];
  if (size % 2 != 0 || size == 0) return std::nullopt;
  Proposal out;
  if (rank == 3) out.attrs.Set("num_heads", heads);
  if (call.rng.Chance(0.5)) out.attrs.Set("interleaved", int64_t{1});
  int64_t rotary = size;
  if (size >= 4 && call.rng.Chance(0.4)) out.attrs.Set("rotary_embedding_dim", rotary = 2);
  const bool ids = call.rng.Chance(0.5);
  const Shape cache = ids ? Shape{5, rotary / 2} : Shape{s[0], length, rotary / 2};
  out.constants = {RandomTensor(call.rng, call.dtype(0), cache, -1, 1),
                   RandomTensor(call.rng, call.dtype(0), cache, -1, 1)};
  if (ids) out.constants.push_back(RandomTensor(call.rng, DType::kInt64, {s[0], length}, 0, 4));
  return out;
}

}  // namespace

OpDef RotaryEmbeddingDef() {
  return {.name = "RotaryEmbedding",
          .meaning = "rotates feature pairs by position",
          .rounding = Rounding::kSum,
          .infer = InferRotaryEmbedding,
          .evaluate = EvaluateRotaryEmbedding,
          .propose = ProposeRotaryEmbedding};
}

}  // namespace assay::ops
