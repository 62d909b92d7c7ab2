#include "mirror/check/compare.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::mirror::compare_test {
namespace {

using nlohmann::json;

json Floats(const std::string& dtype, const json& values) {
  return {{"dtype", dtype}, {"shape", {values.size()}}, {"values", values}};
}

Recording With(const std::string& name, const json& fact) {
  Recording out;
  out.there = out.done = true;
  out.variables[name] = fact;
  return out;
}

json Event(const std::string& kind, const json& value) {
  return {{"kind", kind}, {"name", ""}, {"value", value}};
}

TEST(Compare, VariablesBelongTogetherByName) {
  const Recording a = With("x", Floats("float32", {1.0, 2.0}));
  EXPECT_TRUE(CompareRecordings(a, a, {}).Agrees());
  const Recording other = With("x", Floats("float32", {1.0, 3.0}));
  EXPECT_FALSE(CompareRecordings(a, other, {}).Agrees());
}

TEST(Compare, AnotherNameNeedsTheSameValue) {
  const Recording a = With("x", Floats("float32", {1.0, 2.0}));
  const Comparison same = CompareRecordings(a, With("y", Floats("float32", {1.0, 2.0})), {});
  EXPECT_TRUE(same.Agrees());
  ASSERT_EQ(same.notes.size(), 1u);
  EXPECT_EQ(same.notes[0], "x: y in the twin");
  const Comparison other = CompareRecordings(a, With("y", Floats("float32", {1.0, 3.0})), {});
  ASSERT_EQ(other.differences.size(), 1u);
  EXPECT_EQ(other.differences[0].what, "missing");
}

TEST(Compare, AValueMayStandInAFunctionOfTheTwin) {
  const Recording a = With("x", Floats("float32", {1.0, 2.0}));
  Recording b;
  b.there = b.done = true;
  b.events = {{{"kind", "local"}, {"name", "main.x"}, {"value", Floats("float32", {1.0, 2.0})}}};
  EXPECT_TRUE(CompareRecordings(a, b, {}).Agrees());
}

TEST(Compare, FewerChecksAreADifference) {
  Recording a = With("x", Floats("float32", {1.0})), b = a;
  const json holds = {{"plain", "bool"}, {"values", {true}}};
  a.events = {Event("check", holds), Event("check", holds)};
  b.events = {Event("check", holds)};
  EXPECT_FALSE(CompareRecordings(a, b, {}).Agrees());
  EXPECT_TRUE(CompareRecordings(b, a, {}).Agrees());
}

TEST(Compare, ChecksThatAreNeverRunAreADifference) {
  Recording a = With("x", Floats("float32", {1.0})), b = a;
  a.events = {Event("check", {{"plain", "bool"}, {"values", {true}}})};
  EXPECT_FALSE(CompareRecordings(a, b, {}).Agrees());
  EXPECT_TRUE(CompareRecordings(b, a, {}).Agrees());
}

TEST(Compare, WhatIsNotPrintedIsADifference) {
  Recording a = With("x", Floats("float32", {1.0})), b = a;
  a.events = {Event("printed", Floats("float32", {1.0})), Event("printed", json())};
  EXPECT_FALSE(CompareRecordings(a, b, {}).Agrees());
  b.events = {Event("printed", Floats("float32", {1.0}))};
  const Comparison one_less = CompareRecordings(a, b, {});
  ASSERT_EQ(one_less.differences.size(), 1u);
  EXPECT_EQ(one_less.differences[0].what, "missing");
  // Of one value nothing can be told: that it is printed is enough.
  b.events.push_back(Event("printed", Floats("float32", {7.0})));
  EXPECT_TRUE(CompareRecordings(a, b, {}).Agrees());
}

TEST(Compare, NumpyIsNotTheTwinsFramework) {
  const auto made_by = [](const char* who) {
    json fact = Floats("float32", {1.0, 2.0});
    fact["of"] = who;
    return With("x", fact);
  };
  EXPECT_TRUE(CompareRecordings(made_by("torch"), made_by("jax"), {}).Agrees());
  EXPECT_FALSE(CompareRecordings(made_by("torch"), made_by("numpy"), {}).Agrees());
  EXPECT_TRUE(CompareRecordings(made_by("numpy"), made_by("numpy"), {}).Agrees());
}

TEST(Compare, OnlyNumbersCanBeHeldAgainstATwin) {
  EXPECT_TRUE(HasNumbers(With("x", Floats("float32", {1.0}))));
  EXPECT_FALSE(HasNumbers(With("x", {{"text", "hello"}})));
}

TEST(Compare, PrintedValuesBelongTogetherByOrder) {
  Recording a, b;
  a.there = a.done = b.there = b.done = true;
  a.events = {Event("printed", Floats("float32", {1.0})),
              Event("printed", Floats("float32", {2.0}))};
  b.events = {Event("printed", Floats("float32", {1.0})),
              Event("printed", Floats("float32", {3.0}))};
  const Comparison c = CompareRecordings(a, b, {});
  ASSERT_EQ(c.differences.size(), 1u);
  EXPECT_EQ(c.differences[0].where, "printed 2");
}

TEST(Compare, UnequalCountsAreNotComparedUnlessOneEndedEarly) {
  Recording a, b;
  a.there = a.done = b.there = b.done = true;
  a.events = {Event("printed", Floats("float32", {1.0})),
              Event("printed", Floats("float32", {2.0}))};
  b.events = {Event("printed", Floats("float32", {1.0}))};
  EXPECT_EQ(CompareRecordings(a, b, {}).values, 0u);
  b.done = false;
  EXPECT_TRUE(CompareRecordings(a, b, {}).Agrees());
}

TEST(Compare, ATwinThatFailsEarlierLacksWhatTheSourceHad) {
  Recording source = With("x", Floats("float32", {1.0})), twin = source;
  source.variables["y"] = Floats("float32", {5.0});
  source.done = twin.done = false;
  const Comparison c = CompareRecordings(source, twin, {});
  ASSERT_EQ(c.differences.size(), 1u);
  EXPECT_EQ(c.differences[0].what, "missing");
  EXPECT_TRUE(CompareRecordings(twin, source, {}).Agrees());
  twin = source;
  source.events = {Event("printed", Floats("float32", {1.0}))};
  EXPECT_FALSE(CompareRecordings(source, twin, {}).Agrees());
  EXPECT_TRUE(CompareRecordings(twin, source, {}).Agrees());
}

TEST(Compare, FarnessIsInRoundingUnits) {
  const Recording own = With("x", Floats("float32", {1.0, 1.5}));
  const Recording wide = With("x", Floats("float64", {1.0, 1.5 + 0x1p-23 * 15}));
  const Farness far = FarFromWide(own, wide);
  EXPECT_NEAR(far.units, 10, 0.1);
  EXPECT_EQ(far.where, "x");
}

TEST(Compare, NoiseIsNotFar) {
  // The difference of two ways to one value: rounding, and nothing that accuses anybody.
  EXPECT_EQ(
      FarFromWide(With("x", Floats("float32", {3.4e-5})), With("x", Floats("float64", {1.4e-14})))
          .units,
      0);
  // A value that the type could hold and that is lost.
  EXPECT_GT(
      FarFromWide(With("x", Floats("float32", {0.0})), With("x", Floats("float64", {1.4e-14})))
          .units,
      4096);
}

TEST(Compare, WhatTheTypeCouldHoldMustBeFinite) {
  EXPECT_TRUE(std::isinf(
      FarFromWide(With("x", Floats("float32", {"inf"})), With("x", Floats("float64", {1e20})))
          .units));
  EXPECT_EQ(FarFromWide(With("x", Floats("float32", {"inf"})), With("x", Floats("float64", {1e50})))
                .units,
            0);
}

}  // namespace
}  // namespace assay::mirror::compare_test
