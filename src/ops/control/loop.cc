// Loop: runs a subgraph again and again, carrying values along and collecting others.
//
//   for (i = 0; i < M && cond; ++i) (cond, states.., collected..) = body(i, cond, states..)
//
// Spec:  ONNX opsets 1, 11, 13 (sequences), 16 (optionals), 19 …. M and cond may be left out;
// without the input `cond` the
//        body's condition is ignored.
// Traps: no iteration at all returns the initial states; carried shapes may change, collected ones
// may not. A condition that
//        depends on rounding leaves everything undetermined.
#include "ops/control/body.h"

namespace assay::ops {
namespace {

Types StatesOf(const InferCall& call) {
  Types out;
  for (size_t i = 2; i < call.input_count(); ++i) out.push_back(call.value(i));
  return out;
}

// The number of iterations where only the trip count decides.
Dim CountOf(const InferCall& call) {
  const auto trips = call.ConstantInts(0);
  if (!trips.has_value() || trips->size() != 1 || call.has_input(1)) return Dim::Unknown();
  return Dim::Known(std::max<int64_t>(0, (*trips)[0]));
}

Result<Types> InferLoop(const InferCall& call) {
  ASSAY_ASSIGN(const Graph* body, GraphAttr(call, "body"));
  const Types leading = {
      ValueType(TensorType(DType::kInt64, Shape{})),
      call.has_input(1) ? call.value(1) : ValueType(TensorType(DType::kBool, Shape{}))};
  Types states = StatesOf(call);
  ASSAY_ASSIGN(const Types outputs, InferCarried(call, *body, leading, states, {}, 1));
  Types out = states;
  for (size_t i = 1 + states.size(); i < outputs.size(); ++i) {
    ASSAY_ASSIGN(ValueType type, CollectedType(outputs[i], 0, CountOf(call)));
    out.push_back(std::move(type));
  }
  return out;
}

Known Scalar(DType dtype, int64_t value) {
  Bounded out(dtype, {});
  out.set(0, Int::Point(value));
  return Known(std::move(out));
}

Result<int64_t> TripCount(const EvalCall& call) {
  if (!call.has_input(0)) return INT64_MAX;
  ASSAY_ASSIGN(const std::vector<int64_t> trips, call.Ints(0));
  if (trips.size() != 1) return Invalid(StrCat("M must hold one number, holds ", trips.size()));
  return trips[0];
}

Result<Outputs> EvaluateLoop(const EvalCall& call) {
  ASSAY_ASSIGN(const Graph* body, GraphAttr(call, "body"));
  ASSAY_ASSIGN(const int64_t trips, TripCount(call));
  const bool conditional = call.has_input(1);
  Known condition = conditional ? call.value(1) : Scalar(DType::kBool, 1);
  std::vector<Known> states;
  for (size_t i = 2; i < call.input_count(); ++i) states.push_back(call.value(i));
  if (body->outputs.size() < 1 + states.size())
    return Invalid(
        StrCat("the body gives ", body->outputs.size(), " outputs for ", states.size(), " states"));
  std::vector<std::vector<Known>> collected(body->outputs.size() - 1 - states.size());
  for (int64_t i = 0; i < trips; ++i) {
    if (conditional) {
      ASSAY_ASSIGN(const bool go_on, CertainBool(condition, "the loop condition"));
      if (!go_on) break;
    }
    if (i >= kMaxIterations)
      return Unsupported(StrCat("the loop runs more than ", kMaxIterations, " times"));
    std::vector<Known> inputs = {Scalar(DType::kInt64, i), condition};
    inputs.insert(inputs.end(), states.begin(), states.end());
    ASSAY_ASSIGN(std::vector<Known> outputs, call.subgraphs().Run(*body, std::move(inputs)));
    if (outputs.size() != body->outputs.size())
      return Invalid("the body gave another number of outputs than it declares");
    if (conditional) condition = std::move(outputs[0]);
    for (size_t k = 0; k < states.size(); ++k) states[k] = std::move(outputs[1 + k]);
    for (size_t k = 0; k < collected.size(); ++k)
      collected[k].push_back(std::move(outputs[1 + states.size() + k]));
  }
  Outputs out = std::move(states);
  const size_t first = body->outputs.size() - collected.size();
  for (size_t k = 0; k < collected.size(); ++k) {
    ASSAY_ASSIGN(Known whole, Collect(collected[k], 0, body->type(body->outputs[first + k])));
    out.push_back(std::move(whole));
  }
  return out;
}

}  // namespace

OpDef LoopDef() {
  return {.name = "Loop",
          .meaning = "runs a subgraph repeatedly",
          .rounding = Rounding::kComposite,
          .infer = InferLoop,
          .evaluate = EvaluateLoop};
}

}  // namespace assay::ops
