#include "trial/twin/likeness.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

using nlohmann::json;

json Fact(const json& values, const json& shape) {
  return {{"dtype", "float64"}, {"shape", shape}, {"values", values}};
}

// A result that inputs do not move.
TwinResult Firm(const json& values, const json& shape) {
  const json fact = Fact(values, shape);
  return {fact, {fact, fact}, 0};
}
TwinResult Firm(const json& values) { return Firm(values, {values.size()}); }

TEST(Likeness, RoundingIsNoDifference) {
  EXPECT_EQ(Compare(Firm({1.0, 2.0}), Firm({1.0 + 1e-9, 2.0})), Likeness::kAgree);
  EXPECT_EQ(Compare(Firm({1.0, 2.0}), Firm({1.0 + 1e-4, 2.0})), Likeness::kDiffer);
  // Beside 1e3 what is left of a cancellation is nothing.
  EXPECT_EQ(Compare(Firm({1e3, 1e-13}), Firm({1e3, 0.0})), Likeness::kAgree);
}

TEST(Likeness, TypesAndSizesOfOneAreConventions) {
  json flags = Fact({true, false}, {2, 1});
  EXPECT_EQ(Compare({flags, {flags}, 0}, Firm({1.0, 0.0})), Likeness::kAgree);
  EXPECT_EQ(Compare(Firm({1.0, 2.0, 3.0, 4.0}, {2, 2}), Firm({1.0, 2.0, 3.0, 4.0}, {4})),
            Likeness::kIncomparable);
}

TEST(Likeness, NanAndInfinityAreValues) {
  EXPECT_EQ(Compare(Firm({"nan", "inf"}), Firm({"nan", "inf"})), Likeness::kAgree);
  EXPECT_EQ(Compare(Firm({"nan"}), Firm({1.0})), Likeness::kElsewhereUndefined);
  EXPECT_EQ(Compare(Firm({"inf"}), Firm({"-inf"})), Likeness::kElsewhereUndefined);
  EXPECT_EQ(Compare(Firm({"inf", 1.0}), Firm({"nan", 2.0})), Likeness::kDiffer);
  EXPECT_EQ(Compare(Firm(json::array({json{1.0, 2.0}})), Firm(json::array({json{1.0, 2.0}}))),
            Likeness::kAgree);
}

TEST(Likeness, OneInfinitePartMakesAComplexNumberInfinite) {
  const auto complex = [](const json& real, const json& imaginary) {
    return Firm(json::array({json::array({real, imaginary})}));
  };
  // (1e200 + 1e200j) squared: inf - inf, or -inf where a fused operation computes it.
  EXPECT_EQ(Compare(complex("-inf", "inf"), complex("nan", "inf")), Likeness::kAgree);
  EXPECT_EQ(Compare(complex("nan", "nan"), complex("inf", 1.5)), Likeness::kElsewhereUndefined);
  EXPECT_EQ(Compare(complex("inf", 0.0), complex("-inf", 0.0)), Likeness::kElsewhereUndefined);
}

TEST(Likeness, WhatMovesIsNotHeldAgainstAnybody) {
  // A singular matrix: any rounding gives another inverse.
  const TwinResult wild{Fact({1e16}, {1}), {Fact({-3e15}, {1})}, 0};
  EXPECT_EQ(Compare(wild, Firm({5e15})), Likeness::kIncomparable);
  // A step.
  const TwinResult step{Fact({1.0}, {1}), {Fact({0.0}, {1})}, 0};
  EXPECT_EQ(Compare(step, Firm({0.0})), Likeness::kIncomparable);
  // At the end of what is defined.
  const TwinResult edge{Fact({0.5}, {1}), {Fact({"nan"}, {1})}, 0};
  EXPECT_EQ(Compare(edge, Firm({0.25})), Likeness::kIncomparable);
  // Moves of 1e-9 allow for 1e-6 more.
  const TwinResult soft{Fact({1.0}, {1}), {Fact({1.0 + 1e-7}, {1})}, 0};
  EXPECT_EQ(Compare(soft, Firm({1.00005})), Likeness::kAgree);
}

TEST(Likeness, WhatCancelledIsRoundingOfWhatWentIn) {
  TwinResult none = Firm({0.0}), rest = Firm({3.6e-9});
  EXPECT_EQ(Compare(none, rest), Likeness::kDiffer);
  none.inputs = rest.inputs = 9e-4;
  EXPECT_EQ(Compare(none, rest), Likeness::kAgree);
  TwinResult twice = Firm({7.2e-9});
  twice.inputs = 9e-4;
  EXPECT_EQ(Compare(rest, twice), Likeness::kDiffer);
  EXPECT_EQ(LargestInput({{"x", Fact({1.0, -3.0, "inf"}, {3})}, {"n", {{"plain", "9"}}}}), 3.0);
}

TEST(Likeness, PartsMustAllAgree) {
  const auto pair = [](double second) {
    const json fact = {{"list", {Fact({1.0}, {1}), Fact({second}, {1})}}};
    return TwinResult{fact, {fact}, 0};
  };
  EXPECT_EQ(Compare(pair(2), pair(2)), Likeness::kAgree);
  EXPECT_EQ(Compare(pair(2), pair(3)), Likeness::kDiffer);
  EXPECT_EQ(Compare(pair(2), Firm({1.0})), Likeness::kIncomparable);
  EXPECT_FALSE(IsResult({{"error", "ValueError: no"}}));
}

}  // namespace
}  // namespace assay::trial
