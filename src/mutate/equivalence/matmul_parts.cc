// matmul-transpose:      A B  ==>  (B' A')'
// matmul-split-k:        A B  ==>  A[:, :k] B[:k, :] + A[:, k:] B[k:, :]
// matmul-split-columns:  A B  ==>  Concat(A B[:, :n], A B[:, n:])
//
// Promise: close: the same products are summed, perhaps in another order or blocking. NaN and
//          infinities among them give NaN in any order; integers wrap.
// Needs:   a common number type; matrices of rank >= 2 (matmul-split-k: any), the inner size or
//          the columns known to be at least 2.
// Aims at: matrix product kernels for other shapes and strides, transpose fusion, fusion of
//          parallel products.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

bool IsProduct(const Model& model, const Node& node) {
  return node.op == "MatMul" && IsCommon(DTypeOf(model.graph, node.outputs[0])) &&
         RankOf(model.graph, node.inputs[0]) >= 1 && RankOf(model.graph, node.inputs[1]) >= 1;
}

bool FitsTranspose(const Model& model, const Node& node) {
  return IsProduct(model, node) && RankOf(model.graph, node.inputs[0]) >= 2 &&
         RankOf(model.graph, node.inputs[1]) >= 2;
}

Result<ValueId> ByTransposes(Emitter& w, const Node& node, Rng&) {
  const int a = RankOf(w.graph(), node.inputs[0]), b = RankOf(w.graph(), node.inputs[1]);
  const ValueId bt = w.Transpose(node.inputs[1], SwapLastTwo(b));
  const ValueId at = w.Transpose(node.inputs[0], SwapLastTwo(a));
  return w.Transpose(w.Op("MatMul", {bt, at}), SwapLastTwo(std::max(a, b)));
}

// The size that is summed over, where both operands state it; else 0.
int64_t InnerSize(const Graph& graph, const Node& node) {
  const TensorType &a = TypeOf(graph, node.inputs[0]), &b = TypeOf(graph, node.inputs[1]);
  const Dim &x = a.dims.back(), &y = b.dims[b.rank() >= 2 ? b.dims.size() - 2 : 0];
  return x.known() && y.known() ? x.size : 0;
}

bool FitsInner(const Model& model, const Node& node) {
  return IsProduct(model, node) && InnerSize(model.graph, node) >= 2;
}

Result<ValueId> ByInnerParts(Emitter& w, const Node& node, Rng& rng) {
  const int64_t size = InnerSize(w.graph(), node), cut = rng.Int(1, size - 1);
  const int a = RankOf(w.graph(), node.inputs[0]), b = RankOf(w.graph(), node.inputs[1]);
  const std::vector<int64_t> sizes = {cut, size - cut};
  const auto left = w.Split(node.inputs[0], a - 1, sizes);
  const auto right = w.Split(node.inputs[1], b >= 2 ? b - 2 : 0, sizes);
  const ValueId first = w.Op("MatMul", {left[0], right[0]});
  return w.Op("Add", {first, w.Op("MatMul", {left[1], right[1]})});
}

bool FitsColumns(const Model& model, const Node& node) {
  if (!IsProduct(model, node) || RankOf(model.graph, node.outputs[0]) < 1) return false;
  const TensorType& b = TypeOf(model.graph, node.inputs[1]);
  return b.rank() >= 2 && b.dims.back().size >= 2;
}

Result<ValueId> ByColumns(Emitter& w, const Node& node, Rng& rng) {
  const TensorType& b = TypeOf(w.graph(), node.inputs[1]);
  const int64_t columns = b.dims.back().size, cut = rng.Int(1, columns - 1);
  const auto parts = w.Split(node.inputs[1], b.rank() - 1, {cut, columns - cut});
  const ValueId left = w.Op("MatMul", {node.inputs[0], parts[0]});
  const ValueId right = w.Op("MatMul", {node.inputs[0], parts[1]});
  return w.Concat({left, right}, RankOf(w.graph(), node.outputs[0]) - 1);
}

}  // namespace

MutatorDef MatmulTransposeDef() {
  return {.name = "matmul-transpose",
          .meaning = "a matrix product is computed from the transposed matrices",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<FitsTranspose>,
          .apply = Replace<ByTransposes>};
}

MutatorDef MatmulSplitKDef() {
  return {.name = "matmul-split-k",
          .meaning = "a matrix product becomes the sum of two over parts of the inner size",
          .choices = "the cut is uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<FitsInner>,
          .apply = Replace<ByInnerParts>};
}

MutatorDef MatmulSplitColumnsDef() {
  return {.name = "matmul-split-columns",
          .meaning = "the columns of a matrix product are computed in two parts",
          .choices = "the cut is uniform",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<FitsColumns>,
          .apply = Replace<ByColumns>};
}

}  // namespace assay::mutate
