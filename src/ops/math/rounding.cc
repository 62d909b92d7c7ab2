// Ceil, Floor, Round: to an integer upwards, downwards, or to the nearest (halves to the even one).
//
// Spec:  ONNX Ceil and Floor opsets 1, 6, 13 (bfloat16); Round 11, 22 (bfloat16).
// Traps: all three are steps: an interval that reaches over one holds both integers. Half-way cases
// of Round go to even.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

// A rising step function; its result is rounded because a value held in more bits may give an
// integer that its type lacks.
Result<Outputs> Step(const EvalCall& call, double (*f)(double)) {
  return EachReal(call, [f](const Arith& a, const Real& x) { return a.Round(Rising(x, f)); });
}

Result<Outputs> EvaluateCeil(const EvalCall& call) {
  return Step(call, [](double t) { return std::ceil(t); });
}
Result<Outputs> EvaluateFloor(const EvalCall& call) {
  return Step(call, [](double t) { return std::floor(t); });
}
Result<Outputs> EvaluateRound(const EvalCall& call) {
  return Step(call, [](double t) {
    return std::nearbyint(t);
  });  // ties to even in the default rounding mode
}

OpDef StepDef(std::string_view name, std::string_view meaning,
              Result<Outputs> (*evaluate)(const EvalCall&)) {
  OpDef def = UnaryDef(name, meaning, evaluate);
  def.rounding = Rounding::kExact;
  return def;
}

}  // namespace

OpDef CeilDef() { return StepDef("Ceil", "smallest integer not below", EvaluateCeil); }
OpDef FloorDef() { return StepDef("Floor", "largest integer not above", EvaluateFloor); }
OpDef RoundDef() { return StepDef("Round", "nearest integer, halves to even", EvaluateRound); }

}  // namespace assay::ops
