#include "triage/stated_limit.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

constexpr const char* kDropout =
    "-- Dropout-21 with a message:\nWhile validating ONNX node '<Node(Dropout): v12>':\n"
    "Training mode is not supported for Dropout op\n-- Conversion is failed for: Dropout-21";

TEST(StatedLimit, IsTheLineThatSaysSo) {
  EXPECT_EQ(StatedLimit(kDropout), "Training mode is not supported for Dropout op");
  EXPECT_EQ(StatedLimit("Could not find an implementation for Foo(13)"),
            "Could not find an implementation for Foo(13)");
  EXPECT_EQ(StatedLimit("UNSUPPORTED pad mode"), "UNSUPPORTED pad mode");
  EXPECT_EQ(StatedLimit("Shapes [1] and [2] are not consistent"), "");
  EXPECT_EQ(StatedLimit(""), "");
}

TEST(StatedLimit, WhatAConsumerSaysOfAnUnconvertedNodeIsNone) {
  EXPECT_EQ(StatedLimit("Check failed:\nElement not supported"), "");
  EXPECT_EQ(StatedLimit("Element not supported\nDet is not implemented"), "Det is not implemented");
}

TEST(StatedLimit, OfALongLineWhatIsAroundTheWords) {
  const std::string much(600, 'x');
  const std::string told = StatedLimit(much + " this is not supported here " + much);
  EXPECT_NE(told.find("this is not supported here"), std::string::npos) << told;
  EXPECT_LT(told.size(), 400u);
}

TEST(StatedLimit, OnlyWhatIsRefusedCanBeOne) {
  EXPECT_FALSE(StatedLimitOf("rejected", kDropout).empty());
  EXPECT_FALSE(StatedLimitOf("conversion", kDropout).empty());
  EXPECT_EQ(StatedLimitOf("crash", kDropout), "");
  EXPECT_EQ(StatedLimitOf("wrong", kDropout), "");
}

}  // namespace
}  // namespace assay::triage
