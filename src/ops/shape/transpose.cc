// Transpose: permutes the axes.
//
//   out[i[perm[0]], i[perm[1]], ..] = data[i[0], i[1], ..]
//
// Spec:  ONNX opsets 1, 13, 21 … (more element types). Without `perm` the axes are reversed.
#include <numeric>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<std::vector<int64_t>> Permutation(const Call& call, int rank) {
  std::vector<int64_t> perm = call.AttrInts("perm");
  if (!call.HasAttr("perm")) {
    perm.resize(static_cast<size_t>(rank));
    for (int i = 0; i < rank; ++i) perm[static_cast<size_t>(i)] = rank - 1 - i;
  }
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  for (int64_t& axis : perm) {
    ASSAY_ASSIGN(const int normal, NormalizeAxis(axis, rank));
    if (seen[static_cast<size_t>(normal)]) return Invalid("perm names an axis twice");
    seen[static_cast<size_t>(normal)] = true;
    axis = normal;
  }
  if (static_cast<int>(perm.size()) != rank)
    return Invalid(StrCat("perm has ", perm.size(), " entries for rank ", rank));
  return perm;
}

Result<Types> InferTranspose(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  ASSAY_ASSIGN(const std::vector<int64_t> perm, Permutation(call, data.rank()));
  Dims dims;
  for (const int64_t axis : perm) dims.push_back(data.dims[static_cast<size_t>(axis)]);
  return OneType(TensorType(data.dtype, dims));
}

Result<Outputs> EvaluateTranspose(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> perm, Permutation(call, data.rank()));
  const Shape strides = Strides(data.shape());
  Shape shape, read;
  for (const int64_t axis : perm) {
    shape.push_back(data.shape()[static_cast<size_t>(axis)]);
    read.push_back(strides[static_cast<size_t>(axis)]);
  }
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(data.count()));
  for (Odometer it(shape, read); !it.done(); it.Next()) map.push_back(it.offset());
  return One(data.Take(shape, map));
}

std::optional<Proposal> ProposeTranspose(const ProposeCall& call) {
  std::vector<int64_t> perm(static_cast<size_t>(call.rank(0)));
  std::iota(perm.begin(), perm.end(), 0);
  for (size_t i = perm.size(); i > 1; --i)
    std::swap(perm[i - 1], perm[static_cast<size_t>(call.rng.Int(0, static_cast<int64_t>(i) - 1))]);
  return Proposal{.attrs = {{"perm", perm}}};
}

}  // namespace

OpDef TransposeDef() {
  return {.name = "Transpose",
          .meaning = "permutes the axes",
          .rounding = Rounding::kExact,
          .infer = InferTranspose,
          .evaluate = EvaluateTranspose,
          .propose = ProposeTranspose};
}

}  // namespace assay::ops
