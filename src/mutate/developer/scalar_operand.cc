// y  ==>  y op c, or c op y, with a constant c of rank 0
//
// Promise: changes.   Needs: a float tensor that may change without harm.   Aims at: broadcasting
// of scalars, folding of constants into neighbouring layers.
#include <array>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace scalar_operand {
namespace {

struct Kind {
  std::string_view op;
  double value;
  bool first;  // the constant stands first
};

// Values keep their order of magnitude; none is a neutral element.
constexpr std::array<Kind, 12> kKinds = {{{"Mul", 0.5, false},
                                          {"Mul", 2, true},
                                          {"Mul", -1, false},
                                          {"Mul", 1.0 / 3, true},
                                          {"Add", 1, false},
                                          {"Add", -0.1, true},
                                          {"Sub", 0.5, false},
                                          {"Sub", 1, true},
                                          {"Div", 2, false},
                                          {"Div", 3, false},
                                          {"Max", -1, false},
                                          {"Min", 2, true}}};

bool Fits(const Model& model, const Node& node) {
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  return IsComputeType(dtype) && Supports(model, "Mul", dtype);
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Kind& kind = rng.Pick(std::span<const Kind>(kKinds));
  const DType dtype = DTypeOf(graph, site.value);
  // Before opset 8, Max and Min do not broadcast.
  if (!Supports(out.model, kind.op, dtype) ||
      (out.model.opset("") < 8 && (kind.op == "Max" || kind.op == "Min")))
    return Reject("no such operator for this type");
  Writer writer(out.model, site.node + 1, site.node);
  const ValueId c = writer.Scalar("scalar", dtype, kind.value);
  const ValueId made =
      writer.Op(kind.op, kind.first ? std::vector{c, site.value} : std::vector{site.value, c});
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace scalar_operand

MutatorDef ScalarOperandDef() {
  return {
      .name = "scalar-operand",
      .meaning = "a tensor is combined with a constant of rank 0",
      .choices = "Mul, Add, Sub, Div, Max or Min with constants between -1 and 3, on either side",
      .family = Family::kDeveloper,
      .promise = Promise::kChanges,
      .find = scalar_operand::Find,
      .apply = scalar_operand::Apply};
}

}  // namespace assay::mutate
