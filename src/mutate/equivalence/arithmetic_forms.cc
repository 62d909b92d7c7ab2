// Another way to write an elementwise operation:
//
//   sub-as-add:         a - b  ==>  a + (-b)
//   div-as-mul:         a / k  ==>  a * (1/k), with a constant k
//   reciprocal-as-div:  1/x as Reciprocal  ==>  Div(1, x)
//   pow-as-mul:         x ^ 2, x ^ 3  ==>  x * x, x * x * x
//   sum-as-adds:        Sum(a, b, c)  ==>  (a + b) + c
//   de-morgan:          And(a, b)  ==>  Not(Or(Not(a), Not(b))), and Or likewise
//   broadcast-explicit: an operand that broadcasts is expanded first
//
// Promise: sub-as-add same bits: IEEE defines a - b as a + (-b), and integers wrap in both.
//          de-morgan, broadcast-explicit same bits: every element is computed from the same ones
//          (of rounding operations only Add, Sub and Mul, which have one correct result).
//          The others close. div-as-mul rounds 1/k, which Div's own bound of 1.25 ulp allows for; k
//          and 1/k must be normal numbers, so that neither overflows nor vanishes.
// Needs:   a common number type; div-as-mul, pow-as-mul, reciprocal-as-div floats.
// Aims at: strength reduction and its inverse, broadcasting code.
#include <algorithm>
#include <cmath>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace arithmetic_forms {
namespace {

bool FitsSub(const Model& model, const Node& node) {
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  // x - x is known to be 0; x + (-x) is, too, but nobody proves it.
  return node.op == "Sub" && IsCommon(dtype) && Takes(model, "Neg", dtype) &&
         node.inputs[0] != node.inputs[1];
}

Result<ValueId> SubAsAdd(Emitter& w, const Node& node, Rng&) {
  return w.Op("Add", {node.inputs[0], w.Op("Neg", {node.inputs[1]})});
}

bool Invertible(const Tensor& tensor) {
  if (!IsCommonFloat(tensor.dtype()) || tensor.count() == 0) return false;
  const FloatFormat& format = FormatOf(tensor.dtype());
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const double x = std::fabs(tensor.RealAt(i));
    if (!(x >= format.min_normal && x <= format.max && 1 / x >= format.min_normal)) return false;
  }
  return true;
}

bool FitsDiv(const Model& model, const Node& node) {
  if (node.op != "Div") return false;
  const Tensor* divisor = ConstantOf(model.graph, node.inputs[1]);
  return divisor != nullptr && Invertible(*divisor);
}

Result<ValueId> DivAsMul(Emitter& w, const Node& node, Rng&) {
  const Tensor divisor = *ConstantOf(w.graph(), node.inputs[1]);
  std::vector<double> inverse;
  for (int64_t i = 0; i < divisor.count(); ++i) inverse.push_back(1 / divisor.RealAt(i));
  const ValueId factor =
      AddConstant(w.graph(), "factor", MakeTensor(divisor.dtype(), divisor.shape(), inverse));
  return w.Op("Mul", {node.inputs[0], factor});
}

bool FitsReciprocal(const Model& model, const Node& node) {
  return node.op == "Reciprocal" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}

Result<ValueId> ReciprocalAsDiv(Emitter& w, const Node& node, Rng&) {
  const DType dtype = DTypeOf(w.graph(), node.inputs[0]);
  return w.Op("Div", {w.Scalar(dtype, 1), node.inputs[0]});
}

// 2 or 3 when the exponent is such a constant of rank 0, else 0.
int SmallPower(const Graph& graph, const Node& node) {
  const Tensor* power = ConstantOf(graph, node.inputs[1]);
  if (power == nullptr || power->rank() != 0) return 0;
  const bool real = IsFloat(power->dtype());
  if (!real && !IsInt(power->dtype())) return 0;
  const double x = real ? power->RealAt(0) : static_cast<double>(power->IntAt(0));
  return x == 2 ? 2 : x == 3 ? 3 : 0;
}

bool FitsPow(const Model& model, const Node& node) {
  return node.op == "Pow" && IsCommonFloat(DTypeOf(model.graph, node.outputs[0])) &&
         SmallPower(model.graph, node) != 0;
}

Result<ValueId> PowAsMul(Emitter& w, const Node& node, Rng&) {
  const ValueId x = node.inputs[0], square = w.Op("Mul", {x, x});
  return SmallPower(w.graph(), node) == 2 ? square : w.Op("Mul", {square, x});
}

bool FitsSum(const Model& model, const Node& node) {
  return node.op == "Sum" && node.inputs.size() >= 2 &&
         IsCommonFloat(DTypeOf(model.graph, node.outputs[0]));
}

Result<ValueId> SumAsAdds(Emitter& w, const Node& node, Rng&) {
  ValueId sum = node.inputs[0];
  for (size_t i = 1; i < node.inputs.size(); ++i) sum = w.Op("Add", {sum, node.inputs[i]});
  return sum;
}

bool FitsDeMorgan(const Model&, const Node& node) { return node.op == "And" || node.op == "Or"; }

Result<ValueId> DeMorgan(Emitter& w, const Node& node, Rng&) {
  const ValueId a = w.Op("Not", {node.inputs[0]}), b = w.Op("Not", {node.inputs[1]});
  return w.Op("Not", {w.Op(node.op == "And" ? "Or" : "And", {a, b})});
}

constexpr std::string_view kBroadcasting[] = {"Add", "Sub",  "Mul",   "And",    "Or",
                                              "Xor", "Less", "Equal", "Greater"};
constexpr int64_t kMaxExpanded = 1 << 20;

// Operands of static shape other than the result's.
std::vector<size_t> BroadcastOperands(const Graph& graph, const Node& node) {
  std::vector<size_t> found;
  const auto to = StaticShape(graph, node.outputs[0]);
  if (!to.has_value() || ElementCount(*to) == 0 || ElementCount(*to) > kMaxExpanded) return found;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const auto from = StaticShape(graph, node.inputs[i]);
    if (from.has_value() && !(*from == *to)) found.push_back(i);
  }
  return found;
}

bool FitsBroadcast(const Model& model, const Node& node) {
  const DType dtype =
      node.inputs.empty() ? DType::kUndefined : DTypeOf(model.graph, node.inputs[0]);
  return std::find(std::begin(kBroadcasting), std::end(kBroadcasting), node.op) !=
             std::end(kBroadcasting) &&
         (IsCommon(dtype) || dtype == DType::kBool) && Takes(model, "Expand", dtype) &&
         !BroadcastOperands(model.graph, node).empty();
}

Result<ValueId> BroadcastFirst(Emitter& w, const Node& node, Rng& rng) {
  const std::vector<size_t> operands = BroadcastOperands(w.graph(), node);
  const size_t which = rng.Pick(std::span<const size_t>(operands));
  const Shape to = *StaticShape(w.graph(), node.outputs[0]);
  std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
  inputs[which] = w.Op("Expand", {inputs[which], w.Ints("shape", {to.begin(), to.end()})});
  return w.Op(node.op, std::move(inputs), node.attrs);
}

}  // namespace
}  // namespace arithmetic_forms

MutatorDef SubAsAddDef() {
  return Equivalence(Promise::kSameBits, "sub-as-add",
                     "a difference becomes the sum with the negative",
                     FindNodes<arithmetic_forms::FitsSub>, Replace<arithmetic_forms::SubAsAdd>);
}
MutatorDef DivAsMulDef() {
  return Equivalence(Promise::kClose, "div-as-mul",
                     "division by a constant becomes multiplication by its inverse",
                     FindNodes<arithmetic_forms::FitsDiv>, Replace<arithmetic_forms::DivAsMul>);
}
MutatorDef ReciprocalAsDivDef() {
  return Equivalence(Promise::kClose, "reciprocal-as-div", "Reciprocal becomes a division of one",
                     FindNodes<arithmetic_forms::FitsReciprocal>,
                     Replace<arithmetic_forms::ReciprocalAsDiv>);
}
MutatorDef PowAsMulDef() {
  return Equivalence(Promise::kClose, "pow-as-mul", "a square or cube becomes multiplications",
                     FindNodes<arithmetic_forms::FitsPow>, Replace<arithmetic_forms::PowAsMul>);
}
MutatorDef SumAsAddsDef() {
  return Equivalence(Promise::kClose, "sum-as-adds", "Sum becomes additions of two",
                     FindNodes<arithmetic_forms::FitsSum>, Replace<arithmetic_forms::SumAsAdds>);
}
MutatorDef DeMorganDef() {
  return Equivalence(
      Promise::kSameBits, "de-morgan", "And becomes Not of Or, and the other way round",
      FindNodes<arithmetic_forms::FitsDeMorgan>, Replace<arithmetic_forms::DeMorgan>);
}
MutatorDef BroadcastExplicitDef() {
  return Equivalence(
      Promise::kSameBits, "broadcast-explicit", "an operand that broadcasts is expanded first",
      FindNodes<arithmetic_forms::FitsBroadcast>, Replace<arithmetic_forms::BroadcastFirst>);
}

}  // namespace assay::mutate
