// Passes on casts, constants and memory: widths, shapes that broadcasting makes, values that live.
#include "second/pattern.h"

namespace assay::faults {
namespace {

std::optional<size_t> CastBefore(const Rewriter& r, size_t i) {
  const auto before = r.FusableProducer(i, 0);
  return before && r.Is(i, {"Cast"}) && r.Is(*before, {"Cast"}) ? before : std::nullopt;
}

Node CastTo(ValueId x, DType type) {
  Node cast = NewNode("Cast", {x});
  cast.attrs.Set("to", static_cast<int64_t>(type));
  return cast;
}

}  // namespace

void IntCastBeforeBoolRemoved(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = CastBefore(r, i);
    if (!before) continue;
    const ValueId x = r.node(*before).inputs[0];
    if (r.TypeOf(r.node(i).outputs[0]) == DType::kBool && IsFloat(r.TypeOf(x)) &&
        IsInt(r.TypeOf(r.node(i).inputs[0])))
      SetInput(r, i, 0, x);
  }
}

void NarrowCastRoundTripRemoved(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = CastBefore(r, i);
    if (!before) continue;
    const ValueId x = r.node(*before).inputs[0];
    if (IsInt(r.TypeOf(x)) && r.TypeOf(x) == r.TypeOf(r.node(i).outputs[0]) &&
        IsInt(r.TypeOf(r.node(i).inputs[0])))
      r.Bypass(i, x);
  }
}

// Casts of integers to bool keep the byte, which shows when it is made a number again.
void BoolKeepsByte(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = CastBefore(r, i);
    if (!before || r.TypeOf(r.node(i).inputs[0]) != DType::kBool ||
        !IsInt(r.TypeOf(r.node(*before).inputs[0])))
      continue;
    const ValueId byte = r.InsertBefore(i, CastTo(r.node(*before).inputs[0], DType::kUint8));
    SetInput(r, i, 0, byte);
  }
}

// Arithmetic on narrow integers with a wider cast behind it is done in the wide type: no wrapping.
void NarrowArithmeticWidened(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    const auto before = r.FusableProducer(i, 0);
    if (!r.Is(i, {"Cast"}) || !before || !r.Is(*before, {"Add", "Sub", "Mul"})) continue;
    const DType narrow = r.TypeOf(r.node(i).inputs[0]), wide = r.TypeOf(r.node(i).outputs[0]);
    if (!IsInt(narrow) || !IsInt(wide) || BitWidth(narrow) > 16 || BitWidth(wide) < 32) continue;
    Node sum = r.node(*before);
    for (size_t k = 0; k < 2; ++k) sum.inputs[k] = r.InsertBefore(i, CastTo(sum.inputs[k], wide));
    Become(r, i, std::move(sum));
  }
}

// Arithmetic on two int64 constants is folded in double.
void Int64FoldedInDouble(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Add", "Sub", "Mul"})) continue;
    const Tensor *a = r.Constant(r.node(i).inputs[0]), *b = r.Constant(r.node(i).inputs[1]);
    if (a == nullptr || b == nullptr || a->dtype() != DType::kInt64) continue;
    for (size_t k = 0; k < 2; ++k) {
      const Tensor exact = *r.Constant(r.node(i).inputs[k]);
      std::vector<int64_t> rounded = exact.Ints();
      // What does not fit after rounding up stays as it is.
      for (int64_t& x : rounded)
        if (x < INT64_MAX - 1024) x = static_cast<int64_t>(static_cast<double>(x));
      SetInput(r, i, k, r.AddConstant(MakeIntTensor(DType::kInt64, exact.shape(), rounded)));
    }
  }
}

// x + 0, x - 0, x * 1 and x / 1 become x although the constant makes the result larger.
void NeutralConstantRemoved(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i) {
    if (!r.Is(i, {"Add", "Sub", "Mul", "Div"})) continue;
    const double neutral = r.Is(i, {"Add", "Sub"}) ? 0 : 1;
    if (OneNumber(r, i, 1) == neutral) r.Bypass(i, r.node(i).inputs[0]);
  }
}

// A condition that is true everywhere selects x although the other branch makes the result larger.
void ConstantConditionRemoved(Rewriter& r) {
  for (size_t i = 0; i < r.node_count(); ++i)
    if (r.Is(i, {"Where"}) && OneNumber(r, i, 0) == 1.0) r.Bypass(i, r.node(i).inputs[1]);
}

// The planner gives the memory of a value away after the first of its two readers; what a node
// between them writes there is read by the second.
void LiveBufferReused(Rewriter& r) {
  for (size_t writer = 1; writer + 1 < r.node_count(); ++writer) {
    if (r.node(writer).outputs.size() != 1) continue;
    const ValueId written = r.node(writer).outputs[0];
    const Node first = r.node(writer - 1);
    for (const ValueId x : first.inputs) {
      if (x == kAbsent || !r.Producer(x) || r.Uses(x) != 2 || !r.ShapeOf(x) ||
          r.ShapeOf(x) != r.ShapeOf(written) || r.TypeOf(x) != r.TypeOf(written) ||
          r.ShapeOf(x)->empty())
        continue;
      for (size_t second = writer + 1; second < r.node_count(); ++second)
        for (size_t k = 0; k < r.node(second).inputs.size(); ++k)
          if (r.node(second).inputs[k] == x) SetInput(r, second, k, written);
    }
  }
}

}  // namespace assay::faults
