#include "generate/repair.h"

#include <cmath>

namespace assay::generate {
namespace {

struct NamedNeed {
  std::string_view op;
  Need need;
};

// Operators with a domain, alphabetical. Others overflow, if anything.
constexpr NamedNeed kNeeds[] = {
    {"Acos", {0, Range::kUnit}},         {"Acosh", {0, Range::kAboveOne}},
    {"Asin", {0, Range::kUnit}},         {"Atanh", {0, Range::kUnit}},
    {"Div", {1, Range::kNonZero}},       {"GlobalLpPool", {0, Range::kPositive}},
    {"Log", {0, Range::kPositive}},      {"LpNormalization", {0, Range::kPositive}},
    {"LpPool", {0, Range::kPositive}},   {"Mod", {1, Range::kNonZero}},
    {"Pow", {0, Range::kPositive}},      {"Reciprocal", {0, Range::kNonZero}},
    {"ReduceL2", {0, Range::kPositive}}, {"ReduceLogSum", {0, Range::kPositive}},
    {"Sqrt", {0, Range::kPositive}},
};

using Step = RepairStep;

constexpr Step kAbsPlus[] = {{"Abs"}, {"Add", 1, 0.5}};
constexpr Step kSquarePlus[] = {{.op = "Mul", .twice = true}, {"Add", 1, 0.5}};
constexpr Step kSigmoidPlus[] = {{"Sigmoid"}, {"Add", 1, 0.25}};
constexpr Step kSoftplusPlus[] = {{"Softplus"}, {"Add", 1, 0.25}};
constexpr Step kClipPositive[] = {{"Clip", 2, 0.25, 4}};
constexpr Step kAbsPlusOne[] = {{"Abs"}, {"Add", 1, 1.25}};
constexpr Step kClipAboveOne[] = {{"Clip", 2, 1.25, 4}};
constexpr Step kTanhScaled[] = {{"Tanh"}, {"Mul", 1, 0.875}};
constexpr Step kSoftsignScaled[] = {{"Softsign"}, {"Mul", 1, 0.875}};
constexpr Step kSinScaled[] = {{"Sin"}, {"Mul", 1, 0.75}};
constexpr Step kClipUnit[] = {{"Clip", 2, -0.875, 0.875}};
constexpr Step kTanh[] = {{"Tanh"}};
constexpr Step kSigmoid[] = {{"Sigmoid"}};
constexpr Step kHardSigmoid[] = {{"HardSigmoid"}};
constexpr Step kSoftsign[] = {{"Softsign"}};
constexpr Step kClipSmall[] = {{"Clip", 2, -1, 1}};
constexpr Step kScale[] = {{"Mul", 1, 0.015625}};
constexpr Step kIntAbsPlus[] = {{"Abs"}, {"Add", 1, 1}};
constexpr Step kIntMax[] = {{"Max", 1, 1}};
constexpr Step kIntClip[] = {{"Clip", 2, 1, 4}};
constexpr Step kIntClipSmall[] = {{"Clip", 2, 0, 3}};
constexpr Step kIntMinSmall[] = {{"Min", 1, 2}};

using Chain = std::span<const Step>;

constexpr Chain kPositive[] = {kAbsPlus, kSquarePlus, kSigmoidPlus, kSoftplusPlus, kClipPositive};
constexpr Chain kAboveOne[] = {kAbsPlusOne, kClipAboveOne};
constexpr Chain kUnit[] = {kTanhScaled, kSoftsignScaled, kSinScaled, kClipUnit};
constexpr Chain kSmall[] = {kTanh, kSigmoid, kHardSigmoid, kSoftsign, kClipSmall, kScale};
constexpr Chain kIntPositive[] = {kIntAbsPlus, kIntMax, kIntClip};
constexpr Chain kIntSmall[] = {kIntClipSmall, kIntMinSmall};

// Far from overflow, with room for a product or two behind it.
constexpr double kLargest = 1e6;
constexpr double kLargestFloat16 = 1e3;
// An interval wider than this part of the value (or than this, below one) says next to nothing.
constexpr double kVagueWidth = 0.5;
// One element in four may be vague: a few undecided indices or roundings are part of life.
constexpr int64_t kVagueShare = 4;

Fitness JudgeReal(const Bounded& t) {
  for (const Nan nan : t.nan())
    if (nan != Nan::kNever) return Fitness::kNan;
  const double largest = LargestMagnitude(t.dtype());
  bool zero = true;
  for (const double v : t.v()) {
    if (!(std::fabs(v) <= largest)) return Fitness::kHuge;
    zero = zero && v == 0;
  }
  int64_t vague = 0;
  for (size_t i = 0; i < t.lo().size(); ++i) {
    if (!std::isfinite(t.lo()[i]) || !std::isfinite(t.hi()[i])) return Fitness::kHuge;
    if (t.hi()[i] - t.lo()[i] > kVagueWidth * std::max(1.0, std::fabs(t.v()[i]))) ++vague;
  }
  if (vague * kVagueShare > t.count()) return Fitness::kVague;
  return zero && t.count() > 1 ? Fitness::kFlat : Fitness::kFit;
}

Fitness JudgeInt(const Bounded& t) {
  if (t.certain_ints()) return Fitness::kFit;
  int64_t vague = 0;
  for (int64_t i = 0; i < t.count(); ++i) {
    const Int x = t.integer(i);
    if (x.point()) continue;
    // Not rounding but a use that has no meaning: a division by zero, a cast out of range.
    if (t.dtype() != DType::kBool && x.lo == IntMin(t.dtype()) && x.hi == IntMax(t.dtype()))
      return Fitness::kVague;
    ++vague;
  }
  return vague * kVagueShare > t.count() ? Fitness::kVague : Fitness::kFit;
}

}  // namespace

Need NeedOf(std::string_view op) {
  for (const NamedNeed& named : kNeeds)
    if (named.op == op) return named.need;
  return {-1, Range::kSmall};
}

std::span<const std::span<const RepairStep>> RepairsFor(Range range, bool floating) {
  switch (range) {
    case Range::kAny:
      return {};
    case Range::kPositive:
    case Range::kNonZero:
      if (floating) return kPositive;
      return kIntPositive;
    case Range::kAboveOne:
      if (floating) return kAboveOne;
      return kIntPositive;
    case Range::kUnit:
      if (floating) return kUnit;
      return kIntSmall;
    case Range::kSmall:
      if (floating) return kSmall;
      return kIntSmall;
  }
  return {};
}

bool MostlyCertain(const Known& known) {
  if (known.kind != Known::Kind::kTensor) return Judge(known) == Fitness::kFit;
  const Bounded& t = known.tensor;
  if (t.is_string()) return true;
  if (!t.is_real()) return JudgeInt(t) == Fitness::kFit;
  int64_t certain = 0;
  for (int64_t i = 0; i < t.count(); ++i) {
    const Real x = t.real(i);
    const bool narrow = x.lo == x.hi || x.hi - x.lo <= kVagueWidth * std::max(1.0, std::fabs(x.v));
    if (x.nan == Nan::kMust || (x.nan == Nan::kNever && narrow)) ++certain;
  }
  return 2 * certain >= t.count();
}

double LargestMagnitude(DType dtype) {
  if (dtype == DType::kFloat16) return kLargestFloat16;
  // The narrow formats saturate at their largest number, which is an ordinary value there.
  return std::min(kLargest, FormatOf(dtype).max);
}

Fitness Judge(const Known& known) {
  switch (known.kind) {
    case Known::Kind::kTensor:
      if (known.tensor.is_string()) return Fitness::kFit;
      return known.tensor.is_real() ? JudgeReal(known.tensor) : JudgeInt(known.tensor);
    case Known::Kind::kUndetermined:
      return Fitness::kVague;
    default:
      for (const Known& item : known.items)
        if (const Fitness fitness = Judge(item); fitness != Fitness::kFit) return fitness;
      return Fitness::kFit;
  }
}

}  // namespace assay::generate
