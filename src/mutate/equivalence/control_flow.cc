// if-branch:   x  ==>  If(condition) { Identity(x) } else { Identity(x) or something of its type }
// loop-carry:  x  ==>  Loop(k times, state = x) { state = Identity(state) }
// scan-copy:   x  ==>  Scan(x) { out = Identity(row) }
//
// Promise: same bits: data is copied. The branch that is not taken may compute something else.
// Needs:   opset 11 (Scan 9); scan-copy rank >= 1 without a size of 0. Not for integers of rank 0
//          and 1, which may carry a shape that nobody infers through a subgraph.
// Aims at: inlining of constant branches, loop-carried buffers, subgraphs that capture values.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

constexpr int kControlFlow = 11;
constexpr int kScan = 9;

bool FitsIf(const Model& model, const TensorType& type) {
  return model.opset("") >= kControlFlow && !MayCarryShape(type) &&
         Takes(model, "Identity", type.dtype) && Gives(model, "If", type.dtype);
}
bool FitsLoop(const Model& model, const TensorType& type) {
  return FitsIf(model, type) && Takes(model, "Loop", type.dtype, 2);
}
bool FitsScan(const Model& model, const TensorType& type) {
  return model.opset("") >= kScan && type.rank() >= 1 && !MayCarryShape(type) &&
         type.shape().has_value() && !HasZeroSize(type) && Takes(model, "Identity", type.dtype) &&
         Takes(model, "Scan", type.dtype);
}

Node UnaryNode(std::string_view op, ValueId in, ValueId out) {
  Node node;
  node.op = op;
  node.inputs.push_back(in);
  node.outputs.push_back(out);
  return node;
}

// { out = op(x) }, with x captured from `outer`.
GraphPtr Branch(const Graph& outer, std::string_view name, std::string_view op, ValueId x) {
  Graph graph;
  graph.name = name;
  const ValueId in = graph.AddValue(outer.name_of(x), outer.type(x));
  graph.captured.push_back(in);
  const ValueId out = graph.AddValue(UnusedName(outer, std::string(name) + "_out"), outer.type(x));
  graph.AddNode(UnaryNode(op, in, out));
  graph.outputs.push_back(out);
  return std::make_shared<const Graph>(std::move(graph));
}

ValueId Bool(Emitter& w, std::string_view hint, bool value) {
  const int64_t bit = value ? 1 : 0;
  return AddConstant(w.graph(), hint, MakeIntTensor(DType::kBool, {}, std::span(&bit, 1)));
}

Result<ValueId> ThroughIf(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const bool taken = rng.Chance(0.5), known = rng.Chance(0.7);
  // Where the condition is a plain constant the other branch may do something else.
  const bool other_differs = known && IsCommon(type.dtype) && rng.Chance(0.5);
  const auto op = [&](bool branch) {
    return branch != taken && other_differs ? "Neg" : "Identity";
  };
  ValueId condition = Bool(w, "condition", known ? taken : !taken);
  if (!known) condition = w.Op("Not", {condition});
  return w.Op("If", {condition},
              {{"then_branch", Branch(w.graph(), "then", op(true), x)},
               {"else_branch", Branch(w.graph(), "else", op(false), x)}});
}

// (i, go_on, state) -> (go_on, state).
GraphPtr CarryBody(const Graph& outer, const TensorType& type) {
  const ValueType flag(TensorType(DType::kBool, Shape{}));
  const auto name = [&](std::string_view hint) { return UnusedName(outer, hint); };
  Graph graph;
  graph.name = "carry";
  const ValueId i = graph.AddValue(name("turn"), TensorType(DType::kInt64, Shape{}));
  const ValueId go_on = graph.AddValue(name("go_on"), flag);
  const ValueId state = graph.AddValue(name("state"), type);
  const ValueId still = graph.AddValue(name("still"), flag);
  const ValueId next = graph.AddValue(name("next_state"), type);
  graph.inputs = {i, go_on, state};
  graph.outputs = {still, next};
  graph.AddNode(UnaryNode("Identity", go_on, still));
  graph.AddNode(UnaryNode("Identity", state, next));
  return std::make_shared<const Graph>(std::move(graph));
}

Result<ValueId> ThroughLoop(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const ValueId turns = w.Scalar(DType::kInt64, static_cast<double>(rng.Int(0, 3)));
  const ValueId go_on = rng.Chance(0.5) ? Bool(w, "go_on", true) : kAbsent;
  return w.Op("Loop", {turns, go_on, x}, {{"body", CarryBody(w.graph(), type)}});
}

Result<ValueId> ThroughScan(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const int64_t axis = rng.Int(0, type.rank() - 1);
  Dims dims = type.dims;
  dims.erase(static_cast<size_t>(axis));
  Graph body;
  body.name = "copy";
  const TensorType row(type.dtype, dims);
  const ValueId in = body.AddValue(UnusedName(w.graph(), "row"), row);
  const ValueId out = body.AddValue(UnusedName(w.graph(), "row_out"), row);
  body.inputs = {in};
  body.outputs = {out};
  body.AddNode(UnaryNode("Identity", in, out));
  const std::vector<int64_t> axes = {axis}, direction = {rng.Int(0, 1)};
  return w.Op("Scan", {x},
              {{"body", std::make_shared<const Graph>(std::move(body))},
               {"num_scan_inputs", int64_t{1}},
               {"scan_input_axes", axes},
               {"scan_output_axes", axes},
               {"scan_input_directions", direction},
               {"scan_output_directions", direction}});
}

}  // namespace

MutatorDef IfBranchDef() {
  return {.name = "if-branch",
          .meaning = "a tensor goes through the branches of an If",
          .choices =
              "the condition is a constant, or computed from one; the branch that is not "
              "taken negates half the time where the condition is a constant",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsIf>,
          .apply = Insert<ThroughIf>};
}

MutatorDef LoopCarryDef() {
  return {.name = "loop-carry",
          .meaning = "a tensor is carried through a loop that does not change it",
          .choices = "0 to 3 turns, with and without a condition",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsLoop>,
          .apply = Insert<ThroughLoop>};
}

MutatorDef ScanCopyDef() {
  return {.name = "scan-copy",
          .meaning = "the slices of a tensor are copied one by one by a Scan",
          .choices = "axis uniform, forward or backward",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsScan>,
          .apply = Insert<ThroughScan>};
}

}  // namespace assay::mutate
