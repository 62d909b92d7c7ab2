#include "oracle/error_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace assay::oracle {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Bounded Enclosing(const Shape& shape, const std::vector<Real>& elements) {
  Bounded out(DType::kFloat32, shape);
  for (size_t i = 0; i < elements.size(); ++i) out.set(static_cast<int64_t>(i), elements[i]);
  return out;
}

Tensor Got(const Shape& shape, const std::vector<double>& values) {
  return MakeTensor(DType::kFloat32, shape, values);
}

TEST(ErrorField, ElementsAreMeasuredByTheBoundOnTheirSide) {
  // 1 may become 3 but not less than 0.5.
  const Real lopsided{1, 0.5, 3, Nan::kNever};
  const auto field = MeasureError("y", Enclosing({4}, {lopsided, lopsided, lopsided, lopsided}),
                                  Got({4}, {1, 2, 0.75, -4}));
  ASSERT_TRUE(field.has_value());
  EXPECT_EQ(field->outside, 1);
  ASSERT_EQ(field->cells.size(), 4u);
  EXPECT_EQ(field->cells[0], kLeastExponent);
  EXPECT_NEAR(field->cells[1], std::log10(0.5), 1e-6);
  EXPECT_NEAR(field->cells[2], std::log10(0.5), 1e-6);
  EXPECT_NEAR(field->cells[3], 1, 1e-6);
  EXPECT_NEAR(field->worst, 1, 1e-6);
}

TEST(ErrorField, TheSignTellsWrongFromRight) {
  const Real seven{7, 6.5, 7.5, Nan::kNever};
  const auto field =
      MeasureError("y", Enclosing({3}, {seven, seven, seven}), Got({3}, {7.5, 7.5000004, 6.5}));
  ASSERT_TRUE(field.has_value());
  EXPECT_LE(field->cells[0], 0);
  EXPECT_GT(field->cells[1], 0);
  EXPECT_LE(field->cells[2], 0);
  EXPECT_EQ(field->outside, 1);
}

TEST(ErrorField, NanAndInfinity) {
  const Real one{1, 1, 1, Nan::kNever};
  const double infinity = std::numeric_limits<double>::infinity();
  const auto field = MeasureError(
      "y", Enclosing({4}, {one, Real::MustNan(), one, {1, -infinity, infinity, Nan::kNever}}),
      Got({4}, {kNan, kNan, infinity, 5}));
  ASSERT_TRUE(field.has_value());
  EXPECT_EQ(field->cells[0], kMostExponent);
  EXPECT_EQ(field->cells[1], kLeastExponent);
  EXPECT_EQ(field->cells[2], kMostExponent);
  EXPECT_TRUE(std::isnan(field->cells[3]));
  EXPECT_EQ(field->outside, 2);
  EXPECT_EQ(field->open, 1);
}

TEST(ErrorField, AnIntegerIsRightOrFarOut) {
  Bounded truth(DType::kInt64, {3});
  truth.set(0, Int::Point(4));
  truth.set(1, Int::Point(4));
  truth.set(2, Int{4, 3, 5});
  const auto field =
      MeasureError("y", truth, MakeIntTensor(DType::kInt64, {3}, std::vector<int64_t>{4, 5, 9}));
  ASSERT_TRUE(field.has_value());
  EXPECT_EQ(field->cells[0], kLeastExponent);
  EXPECT_EQ(field->cells[1], kMostExponent);
  // A branch may give 3 to 5, but not 9.
  EXPECT_GT(field->cells[2], 0);
  EXPECT_EQ(field->outside, 2);
}

TEST(ErrorField, ALargeTensorKeepsItsWorstElements) {
  const Shape shape = {2, 100, 130};
  std::vector<Real> truth(26000, Real{0, -1, 1, Nan::kNever});
  std::vector<double> got(26000, 0.0);
  got[25999] = 1000;  // the last corner
  const auto field = MeasureError("y", Enclosing(shape, truth), Got(shape, got));
  ASSERT_TRUE(field.has_value());
  EXPECT_EQ(field->rows, kMostCells);
  EXPECT_EQ(field->columns, kMostCells);
  EXPECT_NEAR(field->cells.back(), 3, 1e-6);
  EXPECT_EQ(std::count_if(field->cells.begin(), field->cells.end(), [](double c) { return c > 0; }),
            1);
  EXPECT_EQ(std::accumulate(field->counts.begin(), field->counts.end(), int64_t{0}), 26000);
  EXPECT_EQ(field->edges.size(), field->counts.size() + 1);
}

TEST(ErrorField, TheBorderBelongsToWhatIsRight) {
  const Real unit{0, -1, 1, Nan::kNever};
  const auto field = MeasureError("y", Enclosing({2}, {unit, unit}), Got({2}, {1, 1.001}));
  ASSERT_TRUE(field.has_value());
  for (size_t i = 0; i < field->counts.size(); ++i) {
    if (field->edges[i + 1] == 0) {
      EXPECT_EQ(field->counts[i], 1) << i;
    }
    if (field->edges[i] == 0) {
      EXPECT_EQ(field->counts[i], 1) << i;
    }
  }
}

TEST(ErrorField, WhatCannotBeHeldAgainstItIsLeftOut) {
  const Real one{1, 1, 1, Nan::kNever};
  EXPECT_FALSE(MeasureError("y", Enclosing({1}, {one}), Got({2}, {1, 1})).has_value());
  EXPECT_FALSE(MeasureError("y", Known::Undetermined(), Got({1}, {1})).has_value());
  EXPECT_FALSE(MeasureError("y", Bounded(DType::kString, {1}),
                            Tensor(Shape{1}, std::vector<std::string>{"a"}))
                   .has_value());
  EXPECT_FALSE(MeasureError("y", Enclosing({0}, {}), Got({0}, {})).has_value());
  EXPECT_TRUE(MeasureError("y", Enclosing({}, {one}), Got({}, {1})).has_value());
}

}  // namespace
}  // namespace assay::oracle
