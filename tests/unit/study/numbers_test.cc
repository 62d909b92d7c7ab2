#include <gtest/gtest.h>

#include <cmath>

#include "study/statistics.h"

namespace assay::study {
namespace {

TEST(Numbers, WhatJsonCannotHoldComesBack) {
  const auto back = [](double x) { return FromJson(nlohmann::json::parse(ToJson(x).dump())); };
  EXPECT_EQ(back(0.25), 0.25);
  EXPECT_TRUE(std::isinf(back(INFINITY)));
  EXPECT_TRUE(std::isnan(back(NAN)));
}

TEST(Numbers, Texts) {
  EXPECT_EQ(Fixed(1.25, 1), "1.2");
  EXPECT_EQ(Fixed(NAN, 1), "-");
  EXPECT_EQ(Short(0.000012345), "1.23e-05");
}

}  // namespace
}  // namespace assay::study
