#include "generate/repair.h"

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

}  // namespace assay::generate
