#include "tensor/shape.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

TEST(Shape, CheckedElementCount) {
  EXPECT_EQ(CheckedElementCount({}), 1);
  EXPECT_EQ(CheckedElementCount({2, 3}), 6);
  EXPECT_EQ(CheckedElementCount({2, 0, 3}), 0);
  EXPECT_FALSE(CheckedElementCount({2, -1}).has_value());
  EXPECT_FALSE(CheckedElementCount({int64_t{1} << 62, 2}).has_value());
  EXPECT_FALSE(CheckedElementCount({0, int64_t{1} << 62, 2}).has_value())
      << "its strides would overflow";
  EXPECT_EQ(CheckedElementCount({int64_t{1} << 62, 0}), 0);
}

TEST(Shape, StridesAreRowMajor) {
  EXPECT_EQ(Strides({2, 3, 4}), (Shape{12, 4, 1}));
  EXPECT_EQ(Strides({}), Shape{});
}

TEST(Shape, Text) {
  EXPECT_EQ(ShapeText({}), "[]");
  EXPECT_EQ(ShapeText({2, 3}), "[2,3]");
}

TEST(Shape, Broadcast) {
  EXPECT_EQ(*BroadcastShapes({2, 1, 4}, {3, 1}), (Shape{2, 3, 4}));
  EXPECT_EQ(*BroadcastShapes({}, {5}), Shape{5});
  EXPECT_EQ(*BroadcastShapes({1}, {0}), Shape{0});
  const auto bad = BroadcastShapes({2, 3}, {4});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "shapes [2,3] and [4] do not broadcast");
  EXPECT_FALSE(BroadcastShapes({2}, {0}).ok());
}

TEST(Shape, BroadcastStridesRepeatWithZero) {
  EXPECT_EQ(BroadcastStrides({3, 1}, {2, 3, 4}), (Shape{0, 1, 0}));
  EXPECT_EQ(BroadcastStrides({}, {2}), Shape{0});
}

TEST(Shape, NormalizeAxis) {
  EXPECT_EQ(*NormalizeAxis(-1, 3), 2);
  EXPECT_EQ(*NormalizeAxis(0, 3), 0);
  EXPECT_FALSE(NormalizeAxis(3, 3).ok());
  EXPECT_FALSE(NormalizeAxis(-4, 3).ok());
  EXPECT_FALSE(NormalizeAxis(0, 0).ok());
}

std::vector<int64_t> Offsets(const Shape& shape, const Shape& strides) {
  std::vector<int64_t> offsets;
  for (Odometer it(shape, strides); !it.done(); it.Next()) offsets.push_back(it.offset());
  return offsets;
}

TEST(Odometer, CountsThroughAllIndices) {
  EXPECT_EQ(Offsets({2, 3}, {3, 1}), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(Offsets({2, 3}, {1, 2}), (std::vector<int64_t>{0, 2, 4, 1, 3, 5})) << "transposed";
  EXPECT_EQ(Offsets({2, 2}, {0, 1}), (std::vector<int64_t>{0, 1, 0, 1})) << "broadcast";
  EXPECT_EQ(Offsets({}, {}), std::vector<int64_t>{0}) << "a scalar has one element";
  EXPECT_TRUE(Offsets({2, 0, 3}, {0, 0, 0}).empty());
}

}  // namespace
}  // namespace assay
