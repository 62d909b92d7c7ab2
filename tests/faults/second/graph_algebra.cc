// Algebraic rules that hold for numbers and not for all that a type can hold: NaN, infinity,
// overflow, negative dividends.
#include <cmath>

#include "second/pattern.h"

namespace assay::faults {
namespace {

bool IsReal(const Rewriter& r, ValueId id) { return IsFloat(r.TypeOf(id)); }

// The producer of the first input when it may be fused and is called `op`.
std::optional<size_t> Before(const Rewriter& r, size_t i, std::string_view op) {
  const auto before = r.FusableProducer(i, 0);
  return before && r.node(*before).op == op ? before : std::nullopt;
}

bool PowerOfTwo(double x) { return x >= 2 && x <= 64 && std::exp2(std::round(std::log2(x))) == x; }

// Node i gives a tensor full of `value`.
void BecomeFull(Rewriter& r, size_t i, double value) {
  const ValueId out = r.node(i).outputs[0];
  const auto shape = r.ShapeOf(out);
  if (!shape) return;
  const std::vector<double> values(static_cast<size_t>(ElementCount(*shape)), value);
  r.Bypass(i, r.AddConstant(MakeTensor(r.TypeOf(out), *shape, values)));
}

}  // namespace

void MulByZeroFolded(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Mul"}) || !IsReal(r, r.node(i).outputs[0])) continue;
    if (OneNumber(r, i, 0) == 0.0 || OneNumber(r, i, 1) == 0.0) BecomeFull(r, i, 0);
  }
}

void DivBySelfFolded(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (r.Is(i, {"Div"}) && r.node(i).inputs[0] == r.node(i).inputs[1] &&
        IsReal(r, r.node(i).outputs[0]))
      BecomeFull(r, i, 1);
}

void SqrtOfSquareCancelled(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Sqrt"})) continue;
    const auto square = Before(r, i, "Mul");
    if (!square || r.node(*square).inputs[0] != r.node(*square).inputs[1]) continue;
    r.Bypass(i, r.node(*square).inputs[0]);
  }
}

void ExpOfLogCancelled(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (const auto log = Before(r, i, "Log"); log && r.Is(i, {"Exp"}))
      r.Bypass(i, r.node(*log).inputs[0]);
}

void NotOfComparisonInverted(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Not"}) || r.opset() < 16) continue;
    const auto compare = r.FusableProducer(i, 0);
    if (!compare || !r.Is(*compare, {"Less", "Greater", "LessOrEqual", "GreaterOrEqual"})) continue;
    Node inverse = r.node(*compare);
    inverse.op = inverse.op == "Less"          ? "GreaterOrEqual"
                 : inverse.op == "Greater"     ? "LessOrEqual"
                 : inverse.op == "LessOrEqual" ? "Greater"
                                               : "Less";
    Become(r, i, std::move(inverse));
  }
}

void SelectOfComparisonIsMax(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Where"}) || !IsReal(r, r.node(i).outputs[0])) continue;
    const auto compare = r.FusableProducer(i, 0);
    if (!compare || !r.Is(*compare, {"Less", "Greater"})) continue;
    const ValueId a = r.node(i).inputs[1], b = r.node(i).inputs[2];
    if (r.node(*compare).inputs[0] != a || r.node(*compare).inputs[1] != b) continue;
    Become(r, i, NewNode(r.Is(*compare, {"Greater"}) ? "Max" : "Min", {a, b}));
  }
}

// x / c as a shift: what is left over of a negative x goes to the other side.
void DivByPowerOfTwoShifts(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Div"}) || !IsSignedInt(r.TypeOf(r.node(i).outputs[0])) || r.opset() < 10)
      continue;
    const auto divisor = OneNumber(r, i, 1);
    if (!divisor || !PowerOfTwo(*divisor)) continue;
    const ValueId x = r.node(i).inputs[0], c = r.node(i).inputs[1];
    const ValueId rest = r.InsertBefore(i, NewNode("Mod", {x, c}));
    const ValueId even = r.InsertBefore(i, NewNode("Sub", {x, rest}));
    Become(r, i, NewNode("Div", {even, c}));
  }
}

// x mod c as a mask: right for the sign of the divisor, wrong for that of the dividend.
void ModByPowerOfTwoMasks(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Mod"}) || !IsSignedInt(r.TypeOf(r.node(i).outputs[0]))) continue;
    const auto divisor = OneNumber(r, i, 1);
    if (!divisor || !PowerOfTwo(*divisor) || IntAttr(r.node(i), "fmod", 0) != 1) continue;
    Node masked = r.node(i);
    masked.attrs.Erase("fmod");
    Become(r, i, std::move(masked));
  }
}

void PowOfHalfIsSqrt(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (r.Is(i, {"Pow"}) && OneNumber(r, i, 1) == 0.5 &&
        r.ShapeOf(r.node(i).outputs[0]) == r.ShapeOf(r.node(i).inputs[0]) &&
        IsReal(r, r.node(i).inputs[0]))
      Become(r, i, NewNode("Sqrt", {r.node(i).inputs[0]}));
}

}  // namespace assay::faults
