#include <gtest/gtest.h>

#include "mirror/check/compare.h"

namespace assay::mirror::noise_test {
namespace {

using nlohmann::json;

Recording Of(const json& values) {
  Recording out;
  out.there = out.done = true;
  out.variables["x"] = {{"dtype", "float64"}, {"values", values}};
  out.events.push_back({{"kind", "printed"}, {"value", {{"plain", "float"}, {"values", values}}}});
  return out;
}

json Cleared(const json& wide, const json& narrow) {
  const Recording out = WithoutNoise(Of(wide), Of(narrow));
  EXPECT_EQ(out.variables["x"]["values"], out.events[0]["value"]["values"]);
  return out.variables["x"]["values"];
}

TEST(Noise, WhatFallsWithPrecisionIsNothing) {
  EXPECT_EQ(Cleared({1.4e-14, 0.5}, {7.6e-6, 0.5}), json({0.0, 0.5}));
}

TEST(Noise, SmallNumbersStay) {
  EXPECT_EQ(Cleared({1e-20, 0.0, 3e-7}, {1e-20, 0.0, 2.9e-7}), json({1e-20, 0.0, 3e-7}));
}

TEST(Noise, WhatNarrowTypesLoseIsNoNoise) {
  EXPECT_EQ(Cleared({5.0}, {1e10}), json({5.0}));
  EXPECT_EQ(Cleared({5.0}, {"inf"}), json({5.0}));
}

TEST(Noise, OnlyWholeRunsAreHeldAgainstEachOther) {
  Recording narrow = Of({7.6e-6});
  narrow.done = false;
  EXPECT_EQ(WithoutNoise(Of({1.4e-14}), narrow).variables["x"]["values"], json({1.4e-14}));
}

}  // namespace
}  // namespace assay::mirror::noise_test
