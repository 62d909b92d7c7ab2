#include "tensor/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tensor/datum.h"

namespace assay {
namespace {

TEST(Tensor, StartsAsZeros) {
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    const Tensor zeros(type, Shape{2, 3});
    EXPECT_EQ(zeros.count(), 6);
    EXPECT_EQ(zeros.byte_size(), 6 * StorageBytes(type));
    EXPECT_EQ(zeros.strings().size(), type == DType::kString ? 6u : 0u);
    EXPECT_TRUE(!IsIntOrBool(type) || zeros.IntAt(5) == 0);
  }
}

TEST(Tensor, CopiesShareTheBuffer) {
  const Tensor a = Int64Vector(std::vector<int64_t>{1, 2, 3, 4});
  const Tensor b = a, c = a.Reshaped(Shape{2, 2});
  EXPECT_TRUE(b.SharesDataWith(a));
  EXPECT_TRUE(c.SharesDataWith(a));
  EXPECT_EQ(c.shape(), (Shape{2, 2}));
  EXPECT_FALSE(Int64Vector(std::vector<int64_t>{1, 2, 3, 4}).SharesDataWith(a));
}

TEST(Tensor, EqualityIsByTypeShapeAndBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto make = [](std::vector<double> values) {
    return MakeTensor(DType::kFloat32, Shape{static_cast<int64_t>(values.size())}, values);
  };
  EXPECT_EQ(make({1, nan}), make({1, nan}));
  EXPECT_FALSE(make({0.0}) == make({-0.0}));
  EXPECT_FALSE(make({1, 2}) == make({1, 2}).Reshaped(Shape{2, 1}));
  EXPECT_FALSE(Tensor(DType::kInt32, Shape{1}) == Tensor(DType::kFloat32, Shape{1}));
  EXPECT_EQ(Tensor(), Tensor());
  EXPECT_EQ(Tensor(Shape{1}, {"a"}), Tensor(Shape{1}, {"a"}));
  EXPECT_FALSE(Tensor(Shape{1}, {"a"}) == Tensor(Shape{1}, {"b"}));
}

TEST(Tensor, BuildersRoundAndWrap) {
  const std::vector<double> reals{1.0 / 3, 70000, -2.5};
  EXPECT_EQ(MakeTensor(DType::kFloat16, Shape{3}, reals).RealAt(1),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(MakeTensor(DType::kFloat32, Shape{3}, reals).RealAt(0), static_cast<double>(1.0f / 3));
  EXPECT_EQ(MakeTensor(DType::kInt8, Shape{3}, reals).Ints(), (std::vector<int64_t>{0, 112, -2}));
  const std::vector<int64_t> ints{-1, 8, 300};
  EXPECT_EQ(MakeIntTensor(DType::kInt4, Shape{3}, ints).Ints(), (std::vector<int64_t>{-1, -8, -4}));
  EXPECT_EQ(MakeIntTensor(DType::kBool, Shape{3}, ints).Ints(), (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(ScalarInt64(7).rank(), 0);
  EXPECT_EQ(ScalarInt64(7).IntAt(0), 7);
}

TEST(Tensor, BuildersTakeRealsBeyondInt64) {
  const std::vector<double> reals{0x1p63, -1, 0x1p64, std::numeric_limits<double>::quiet_NaN(),
                                  1e300};
  const Tensor t = MakeTensor(DType::kUint64, Shape{5}, reals);
  EXPECT_EQ(static_cast<uint64_t>(t.IntAt(0)), uint64_t{1} << 63);
  EXPECT_EQ(t.IntAt(1), -1);
  EXPECT_EQ(t.IntAt(2), 0);
  EXPECT_EQ(t.IntAt(3), 0);
}

TEST(Tensor, SignedSubByteElementsAreKeptSignExtended) {
  const Tensor t = MakeIntTensor(DType::kInt4, Shape{2}, std::vector<int64_t>{-1, 7});
  EXPECT_EQ(t.as<int8_t>()[0], -1);
  EXPECT_EQ(t.as<int8_t>()[1], 7);
}

TEST(TensorDeathTest, WrongSizesAreOurMistake) {
  EXPECT_DEATH(Tensor(DType::kFloat32, Shape{2}, std::vector<std::byte>(7)), "7 bytes");
  EXPECT_DEATH(Tensor(Shape{2}, std::vector<std::string>{"a"}), "internal error");
  EXPECT_DEATH((void)Int64Vector(std::vector<int64_t>{1}).Reshaped(Shape{2}), "internal error");
  EXPECT_DEATH(MakeTensor(DType::kComplex128, Shape{1}, std::vector<double>{1}), "complex128");
}

TEST(Datum, ComparesByKindAndContent) {
  const Datum one(ScalarInt64(1));
  EXPECT_EQ(one, Datum(ScalarInt64(1)));
  EXPECT_EQ(Datum::Sequence({one}), Datum::Sequence({one}));
  EXPECT_FALSE(Datum::Sequence({one}) == Datum::Optional(one));
  EXPECT_FALSE(Datum::Optional() == Datum::Optional(one));
}

}  // namespace
}  // namespace assay
