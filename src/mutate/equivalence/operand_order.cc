// commute:      a + b  ==>  b + a            also Mul, And, Or, Xor, Equal and the bitwise ones
// reassociate:  (a + b) + c  ==>  a + (b + c)  and back; also Mul
// distribute:   k * (a + b)  ==>  k * a + k * b, with a constant k; also for a - b
//
// Promise: commute same bits: these operations are commutative in IEEE arithmetic and in integers
//          that wrap (Max and Min are not, where NaN is concerned).
//          reassociate, distribute close: equal in exact arithmetic, and exactly equal in integers
//          that wrap. Infinities: a sum or product of three is NaN in either order, or overflows in
//          one of them only, which the reference admits. A k that is not finite could turn
//          inf * (1 - 0.5) into inf - inf, so k must be a finite constant.
// Needs:   reassociate, distribute: a common number type (some libraries saturate 8 bits).
// Aims at: canonical operand order, pattern matching by operand position, merging of constants.
#include <algorithm>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

constexpr std::string_view kCommutative[] = {"Add",   "Mul",        "And",       "Or",        "Xor",
                                             "Equal", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};

bool FitsCommute(const Model&, const Node& node) {
  return std::find(std::begin(kCommutative), std::end(kCommutative), node.op) !=
             std::end(kCommutative) &&
         node.inputs.size() == 2 && node.inputs[0] != node.inputs[1];
}

Result<ValueId> Commute(Emitter& w, const Node& node, Rng&) {
  return w.Op(node.op, {node.inputs[1], node.inputs[0]}, node.attrs);
}

// The operand of `node` that is made by the same operation: 0, 1, or -1.
int NestedOperand(const Graph& graph, const Node& node) {
  for (const int i : {0, 1})
    if (MakerOf(graph, node.inputs[static_cast<size_t>(i)], node.op) != nullptr) return i;
  return -1;
}

bool FitsReassociate(const Model& model, const Node& node) {
  return (node.op == "Add" || node.op == "Mul") &&
         IsCommon(DTypeOf(model.graph, node.outputs[0])) && NestedOperand(model.graph, node) >= 0;
}

Result<ValueId> Reassociate(Emitter& w, const Node& node, Rng&) {
  const int nested = NestedOperand(w.graph(), node);
  const Node inner = *MakerOf(w.graph(), node.inputs[static_cast<size_t>(nested)], node.op);
  if (nested == 0)
    return w.Op(node.op, {inner.inputs[0], w.Op(node.op, {inner.inputs[1], node.inputs[1]})});
  return w.Op(node.op, {w.Op(node.op, {node.inputs[0], inner.inputs[0]}), inner.inputs[1]});
}

struct Distributable {
  ValueId factor;
  const Node* sum;
};

std::optional<Distributable> Distribution(const Graph& graph, const Node& node) {
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const Tensor* factor = ConstantOf(graph, node.inputs[i]);
    if (factor == nullptr || !AllFinite(*factor)) continue;
    for (const char* op : {"Add", "Sub"})
      if (const Node* sum = MakerOf(graph, node.inputs[1 - i], op))
        return Distributable{node.inputs[i], sum};
  }
  return std::nullopt;
}

bool FitsDistribute(const Model& model, const Node& node) {
  return node.op == "Mul" && IsCommon(DTypeOf(model.graph, node.outputs[0])) &&
         Distribution(model.graph, node).has_value();
}

Result<ValueId> Distribute(Emitter& w, const Node& node, Rng&) {
  const Distributable found = *Distribution(w.graph(), node);
  const Node sum = *found.sum;
  const ValueId left = w.Op("Mul", {found.factor, sum.inputs[0]});
  return w.Op(sum.op, {left, w.Op("Mul", {found.factor, sum.inputs[1]})});
}

}  // namespace

MutatorDef CommuteDef() {
  return {.name = "commute",
          .meaning = "the operands of a commutative operation change places",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindNodes<FitsCommute>,
          .apply = Replace<Commute>};
}

MutatorDef ReassociateDef() {
  return {.name = "reassociate",
          .meaning = "two additions or multiplications in a row are grouped the other way",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<FitsReassociate>,
          .apply = Replace<Reassociate>};
}

MutatorDef DistributeDef() {
  return {.name = "distribute",
          .meaning = "a constant factor of a sum or difference is multiplied into its terms",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<FitsDistribute>,
          .apply = Replace<Distribute>};
}

}  // namespace assay::mutate
