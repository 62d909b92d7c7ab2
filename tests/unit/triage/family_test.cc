#include "triage/family.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(Family, OperatorsThatShareCode) {
  EXPECT_TRUE(SameFamily("ReduceSum", "ReduceL2"));
  EXPECT_TRUE(SameFamily("Sin", "Cos"));
  EXPECT_FALSE(SameFamily("Conv", "ConvTranspose"));
  EXPECT_FALSE(SameFamily("Hardmax", "ReduceSum"));
  EXPECT_FALSE(SameFamily("NoSuch", "NoSuch"));
}

TEST(Family, TheConditionDecidesHowManyShareIt) {
  EXPECT_EQ(KinOf("Sub", {}, {"scalar"}), KinOf("Less", {}, {"scalar"}));
  EXPECT_NE(KinOf("Sub", {}, {}), KinOf("Less", {}, {}));
  EXPECT_EQ(KinOf("Conv", {"pads"}, {}), KinOf("MaxPool", {"pads"}, {}));
  EXPECT_NE(KinOf("Conv", {"dilations"}, {}), KinOf("MaxPool", {"dilations"}, {}));
  EXPECT_EQ(KinOf("CumSum", {"reverse"}, {}), KinOf("CumProd", {"reverse"}, {}));
  EXPECT_NE(KinOf("CumSum", {}, {}), KinOf("CumProd", {}, {}));
  EXPECT_NE(KinOf("Div", {}, {"negative values"}), KinOf("Sub", {}, {"negative values"}));
}

TEST(Family, WhatStandsAroundANode) {
  EXPECT_EQ(SurroundingsOf("Reshape"), kLayout);
  EXPECT_EQ(SurroundingsOf("Max"), SurroundingsOf("Add"));
  EXPECT_NE(SurroundingsOf("ReduceMax"), SurroundingsOf("Add"));
  EXPECT_EQ(SurroundingsOf("Clip"), "Clip");
}

}  // namespace
}  // namespace assay::triage
