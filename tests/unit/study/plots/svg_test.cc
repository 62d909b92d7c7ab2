
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "study/plots/plots.h"

namespace assay::study {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Scale, EvenAxesStartAtZero) {
  const Scale scale({2, 10}, false, 0, 100);
  EXPECT_DOUBLE_EQ(scale.At(0), 0);
  EXPECT_DOUBLE_EQ(scale.At(5), 50);
  EXPECT_THAT(scale.Ticks(), testing::ElementsAre(0, 2, 4, 6, 8, 10));
}

TEST(Scale, LogarithmicAxesEndAtPowersOfTen) {
  const Scale scale({0.002, 5, 0, INFINITY}, true, 0, 40);
  EXPECT_DOUBLE_EQ(scale.At(0.001), 0);
  EXPECT_DOUBLE_EQ(scale.At(10), 40);
  EXPECT_DOUBLE_EQ(scale.At(0), 0);  // at the low end
}

TEST(Scale, BothEndsHaveATickBelowOne) {
  EXPECT_THAT(
      Scale({1e-6, 2e-4}, true, 0, 40).Ticks(),
      testing::ElementsAre(testing::DoubleNear(1e-6, 1e-12), testing::DoubleNear(1e-5, 1e-11),
                           testing::DoubleNear(1e-4, 1e-10), testing::DoubleNear(1e-3, 1e-9)));
}

TEST(Svg, TextIsEscaped) {
  Svg svg(10, 10);
  svg.Text(0, 0, "a < b & c", "start");
  EXPECT_THAT(svg.Done(), HasSubstr("a &lt; b &amp; c"));
}

TEST(Plots, WhatIsNotFiniteIsLeftOut) {
  const std::string line =
      LinePlot("t", "x", "y", true, {{"s", {{1, 1}, {2, INFINITY}, {3, NAN}}}});
  EXPECT_THAT(line, HasSubstr("<polyline"));
  EXPECT_THAT(line, Not(HasSubstr("nan")));
  EXPECT_THAT(line, Not(HasSubstr("inf")));
}

TEST(Plots, ABoxWithoutValuesIsNotDrawn) {
  const auto boxes = [](const std::string& svg) {
    size_t count = 0;
    for (size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
      ++count;
    return count;
  };
  const Quartiles some{1, 2, 3, 4, 5}, none{NAN, NAN, NAN, NAN, NAN};
  const std::string two = BoxPlot("t", "y", {"a", "b"}, {{"g", {some, some}}});
  const std::string one = BoxPlot("t", "y", {"a", "b"}, {{"g", {some, none}}});
  EXPECT_EQ(boxes(one) + 1, boxes(two));
  EXPECT_THAT(one, Not(HasSubstr("nan")));
}

TEST(Plots, EmptyOnesAreDrawn) {
  for (const std::string& svg : {LinePlot("t", "x", "y", true, {}), BoxPlot("t", "y", {}, {}),
                                 BarPlot("t", "y", {"a"}, {{"g", {}}})}) {
    EXPECT_THAT(svg, HasSubstr("</svg>"));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
}

}  // namespace
}  // namespace assay::study
