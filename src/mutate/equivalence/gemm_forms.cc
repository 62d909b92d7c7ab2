// gemm-to-matmul:      alpha A B + beta C as Gemm  ==>  MatMul, Mul and Add
// matmul-add-to-gemm:  MatMul(A, B) + C  ==>  Gemm(A, B, C)
// gemm-transpose:      Gemm with transB  ==>  Gemm of a Transpose, and the other way round
//
// Promise: close: the same products are summed; alpha and beta may be applied before or after.
//          alpha = 0 and beta = 0 are left out: a library may skip the product or C, NaN or not.
// Needs:   floats of rank 2. matmul-add-to-gemm: C broadcasts into the product and not the other
//          way round, as Gemm demands.
// Aims at: MatMul+Add fusion, Gemm fusion with transposes, bias broadcasting.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace gemm_forms {
namespace {

bool IsGemm(const Model& model, const Node& node) {
  return node.op == "Gemm" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}

bool FitsUnfuse(const Model& model, const Node& node) {
  if (!IsGemm(model, node)) return false;
  const ops::Call call(node, model.opset(""));
  return call.AttrFloat("alpha", 1) != 0 && call.AttrFloat("beta", 1) != 0;
}

Result<ValueId> Unfuse(Emitter& w, const Node& node, Rng&) {
  const ops::Call call(node, w.opset());
  const DType dtype = DTypeOf(w.graph(), node.outputs[0]);
  const double alpha = call.AttrFloat("alpha", 1), beta = call.AttrFloat("beta", 1);
  ValueId a = node.inputs[0], b = node.inputs[1];
  if (call.AttrInt("transA", 0) != 0) a = w.Transpose(a, {1, 0});
  if (call.AttrInt("transB", 0) != 0) b = w.Transpose(b, {1, 0});
  ValueId y = w.Op("MatMul", {a, b});
  if (alpha != 1) y = w.Op("Mul", {y, w.Scalar(dtype, alpha)});
  if (node.inputs.size() < 3 || node.inputs[2] == kAbsent) return y;
  ValueId c = node.inputs[2];
  if (beta != 1) c = w.Op("Mul", {c, w.Scalar(dtype, beta)});
  return w.Op("Add", {y, c});
}

// Whether a tensor of type `c` broadcasts into the matrix `product` without changing its shape.
bool BroadcastsInto(const TensorType& c, const TensorType& product) {
  if (!c.has_rank || c.rank() > 2) return false;
  for (size_t i = 0; i < c.dims.size(); ++i) {
    const Dim &from = c.dims[i], &to = product.dims[2 - c.dims.size() + i];
    if (from.size != 1 && !(from.known() && from == to)) return false;
  }
  return true;
}

// The operand of an Add that is a product of two matrices, where the other fits as C: 0, 1 or -1.
int ProductOperand(const Graph& graph, const Node& node) {
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const Node* product = MakerOf(graph, node.inputs[i], "MatMul");
    if (product == nullptr || RankOf(graph, product->inputs[0]) != 2 ||
        RankOf(graph, product->inputs[1]) != 2)
      continue;
    if (BroadcastsInto(TypeOf(graph, node.inputs[1 - i]), TypeOf(graph, node.inputs[i])))
      return static_cast<int>(i);
  }
  return -1;
}

bool FitsFuse(const Model& model, const Node& node) {
  return node.op == "Add" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         ProductOperand(model.graph, node) >= 0;
}

Result<ValueId> Fuse(Emitter& w, const Node& node, Rng&) {
  const auto i = static_cast<size_t>(ProductOperand(w.graph(), node));
  const Node product = *MakerOf(w.graph(), node.inputs[i], "MatMul");
  return w.Op("Gemm", {product.inputs[0], product.inputs[1], node.inputs[1 - i]});
}

Result<ValueId> TransposeOperand(Emitter& w, const Node& node, Rng& rng) {
  const bool first = rng.Chance(0.5);
  const char* attr = first ? "transA" : "transB";
  std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
  Attrs attrs = node.attrs;
  attrs.Set(attr, int64_t{ops::Call(node, w.opset()).AttrInt(attr, 0) == 0});
  inputs[first ? 0 : 1] = w.Transpose(inputs[first ? 0 : 1], {1, 0});
  return w.Op("Gemm", std::move(inputs), std::move(attrs));
}

}  // namespace
}  // namespace gemm_forms

MutatorDef GemmToMatmulDef() {
  return {.name = "gemm-to-matmul",
          .meaning = "Gemm becomes MatMul, scaling and Add",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<gemm_forms::FitsUnfuse>,
          .apply = Replace<gemm_forms::Unfuse>};
}

MutatorDef MatmulAddToGemmDef() {
  return {.name = "matmul-add-to-gemm",
          .meaning = "MatMul and Add become Gemm",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<gemm_forms::FitsFuse>,
          .apply = Replace<gemm_forms::Fuse>};
}

MutatorDef GemmTransposeDef() {
  return {
      .name = "gemm-transpose",
      .meaning = "an operand of Gemm is transposed by a node instead of an attribute, or by both",
      .choices = "either operand",
      .family = Family::kEquivalence,
      .promise = Promise::kClose,
      .find = FindNodes<gemm_forms::IsGemm>,
      .apply = Replace<gemm_forms::TransposeOperand>};
}

}  // namespace assay::mutate
