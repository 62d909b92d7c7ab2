#include "ops/linear/cut_factors.h"

#include <algorithm>
#include <cmath>

namespace assay::ops {
namespace {

using Cut = Arith::Cut;

// Cutting keeps order, so the ends of an interval become the ends of the cut one.
Real CutReal(Real x, Cut cut) {
  if (x.nan == Nan::kMust || std::isinf(x.lo) || std::isinf(x.hi)) return x;
  x.v = Arith::CutFactor(x.v, cut);
  x.lo = Arith::CutFactor(x.lo, cut);
  x.hi = Arith::CutFactor(x.hi, cut);
  const double most = FormatOf(DType::kFloat32).max;
  return x.lo < -most || x.hi > most ? Real::Anything(x.v) : x;
}

bool SameElements(const Bounded& a, const Bounded& b) {
  for (int64_t i = 0; i < a.count(); ++i) {
    const Real x = a.real(i), y = b.real(i);
    if (x.nan != Nan::kMust && (x.v != y.v || x.lo != y.lo || x.hi != y.hi)) return false;
  }
  return true;
}

// The operand cut in every way that makes a difference.
std::vector<Known> WaysToCut(const Known& operand) {
  std::vector<Known> out;
  for (const Cut cut : {Cut::kNearestEven, Cut::kNearestAway, Cut::kDropped}) {
    Known made = operand;
    for (int64_t i = 0; i < made.tensor.count(); ++i)
      made.tensor.set(i, CutReal(operand.tensor.real(i), cut));
    const bool known = std::any_of(out.begin(), out.end(), [&](const Known& have) {
      return SameElements(have.tensor, made.tensor);
    });
    if (!known) out.push_back(std::move(made));
  }
  return out;
}

void WidenAll(Bounded& all, const Bounded& one) {
  for (int64_t i = 0; i < all.count(); ++i) all.Widen(i, one, i);
}

}  // namespace

Result<Outputs> WithCutFactors(const EvalCall& call,
                               Result<Outputs> (*evaluate)(const EvalCall& call)) {
  if (!call.rules().tf32 || call.adversarial() || call.tensor(0).dtype() != DType::kFloat32)
    return evaluate(call);
  Rules rules = call.rules();
  rules.tf32 = false;
  rules.dropping_sums = true;
  std::vector<Known> inputs;
  for (size_t i = 0; i < call.input_count(); ++i) inputs.push_back(call.value(i));
  ASSAY_ASSIGN(Outputs out, evaluate(call.With(inputs, rules)));
  const std::vector<Known> left = WaysToCut(call.value(0)), right = WaysToCut(call.value(1));
  for (const Known& a : left)
    for (const Known& b : right) {
      inputs[0] = a;
      inputs[1] = b;
      ASSAY_ASSIGN(const Outputs cut, evaluate(call.With(inputs, rules)));
      WidenAll(out[0].tensor, cut[0].tensor);
    }
  return out;
}

}  // namespace assay::ops
