// attention-unfuse:  Attention(q, k, v)  ==>  MatMul(Softmax(MatMul(q, k') * scale), v)
// attention-fuse:    the same pattern of rank 4  ==>  Attention(q, k, v)
//
// Promise: close: the specification defines the operator by these steps; it applies the square root
//          of the scale to both q and k, which is equal in exact arithmetic.
// Needs:   opset 23, rank 4 (batch, heads, length, size), as many heads in k and v as in q, a known
//          size; no mask, no past, no cap, not causal. To fuse: float32, because the scale becomes
//          a float32 attribute.
// Aims at: attention fusion and the fused kernel.
#include <algorithm>
#include <cmath>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace attention_forms {
namespace {

// Three tensors of rank 4 with the same batch and heads, all known and not 0.
bool AreHeads(const Graph& graph, ValueId q, ValueId k, ValueId v) {
  const auto a = StaticShape(graph, q), b = StaticShape(graph, k), c = StaticShape(graph, v);
  if (!a.has_value() || !b.has_value() || !c.has_value()) return false;
  if (a->size() != 4 || b->size() != 4 || c->size() != 4) return false;
  return ElementCount(*a) > 0 && ElementCount(*b) > 0 && ElementCount(*c) > 0 &&
         (*a)[0] == (*b)[0] && (*a)[1] == (*b)[1] && (*a)[0] == (*c)[0] && (*a)[1] == (*c)[1] &&
         (*a)[3] == (*b)[3] && (*b)[2] == (*c)[2];
}

bool FitsUnfuse(const Model& model, const Node& node) {
  if (node.op != "Attention" || node.inputs.size() < 3 ||
      std::any_of(node.inputs.begin() + 3, node.inputs.end(),
                  [](ValueId id) { return id != kAbsent; }))
    return false;
  for (const char* other : {"is_causal", "softcap", "softmax_precision", "qk_matmul_output_mode"})
    if (node.attrs.Has(other)) return false;
  const DType dtype = DTypeOf(model.graph, node.inputs[0]);
  return IsCommonFloat(dtype) && DTypeOf(model.graph, node.inputs[2]) == dtype &&
         AreHeads(model.graph, node.inputs[0], node.inputs[1], node.inputs[2]);
}

Result<ValueId> Unfuse(Emitter& w, const Node& node, Rng&) {
  const DType dtype = DTypeOf(w.graph(), node.inputs[0]);
  const auto size = static_cast<double>((*StaticShape(w.graph(), node.inputs[0]))[3]);
  const auto* given = node.attrs.Get<float>("scale");
  const double scale = given == nullptr ? 1 / std::sqrt(size) : double{*given};
  const ValueId products =
      w.Op("MatMul", {node.inputs[0], w.Transpose(node.inputs[1], {0, 1, 3, 2})});
  const ValueId scaled = w.Op("Mul", {products, w.Scalar(dtype, scale)});
  const ValueId weights = w.Op("Softmax", {scaled}, {{"axis", int64_t{-1}}});
  return w.Op("MatMul", {weights, node.inputs[2]});
}

struct Pattern {
  ValueId q, k_transposed, v;
  float scale;
};

// The product and its factor when `id` is product * c or product / c with a float32 constant.
std::optional<std::pair<ValueId, float>> Scaled(const Graph& graph, ValueId id) {
  const auto number = [&](ValueId c) -> const Tensor* {
    const Tensor* t = ConstantOf(graph, c);
    return t != nullptr && t->dtype() == DType::kFloat32 && t->count() == 1 && t->rank() <= 4 &&
                   std::isfinite(t->RealAt(0)) && t->RealAt(0) > 0
               ? t
               : nullptr;
  };
  if (const Node* mul = MakerOf(graph, id, "Mul"))
    for (const size_t i : {size_t{0}, size_t{1}})
      if (const Tensor* c = number(mul->inputs[i]))
        return std::pair(mul->inputs[1 - i], static_cast<float>(c->RealAt(0)));
  // Division only by powers of two: other inverses would be rounded.
  int exponent = 0;
  if (const Node* div = MakerOf(graph, id, "Div"))
    if (const Tensor* c = number(div->inputs[1]);
        c != nullptr && std::frexp(c->RealAt(0), &exponent) == 0.5)
      return std::pair(div->inputs[0], static_cast<float>(1 / c->RealAt(0)));
  return std::nullopt;
}

std::optional<Pattern> Match(const Graph& graph, const Node& node, int opset) {
  const Node* softmax = MakerOf(graph, node.inputs[0], "Softmax");
  if (softmax == nullptr) return std::nullopt;
  const int64_t axis = ops::Call(*softmax, opset).AttrInt("axis", -1);
  const auto scaled = Scaled(graph, softmax->inputs[0]);
  if ((axis != -1 && axis != 3) || !scaled.has_value()) return std::nullopt;
  const Node* products = MakerOf(graph, scaled->first, "MatMul");
  if (products == nullptr) return std::nullopt;
  return Pattern{products->inputs[0], products->inputs[1], node.inputs[1], scaled->second};
}

bool FitsFuse(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (node.op != "MatMul" || !Has(model, "Attention") ||
      DTypeOf(graph, node.outputs[0]) != DType::kFloat32)
    return false;
  const auto found = Match(graph, node, model.opset(""));
  if (!found.has_value()) return false;
  const auto q = StaticShape(graph, found->q), kt = StaticShape(graph, found->k_transposed),
             v = StaticShape(graph, found->v);
  if (!q || !kt || !v || q->size() != 4 || kt->size() != 4 || v->size() != 4) return false;
  return ElementCount(*q) > 0 && ElementCount(*v) > 0 && (*q)[0] == (*kt)[0] &&
         (*q)[1] == (*kt)[1] && (*q)[0] == (*v)[0] && (*q)[1] == (*v)[1];
}

Result<ValueId> Fuse(Emitter& w, const Node& node, Rng&) {
  const Pattern found = *Match(w.graph(), node, w.opset());
  const ValueId k = w.Transpose(found.k_transposed, {0, 1, 3, 2});
  return w.Op("Attention", {found.q, k, found.v}, {{"scale", found.scale}});
}

}  // namespace
}  // namespace attention_forms

MutatorDef AttentionUnfuseDef() {
  return {.name = "attention-unfuse",
          .meaning = "Attention becomes matrix products and a softmax",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<attention_forms::FitsUnfuse>,
          .apply = Replace<attention_forms::Unfuse>};
}

MutatorDef AttentionFuseDef() {
  return {.name = "attention-fuse",
          .meaning = "matrix products around a softmax become Attention",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<attention_forms::FitsFuse>,
          .apply = Replace<attention_forms::Fuse>};
}

}  // namespace assay::mutate
