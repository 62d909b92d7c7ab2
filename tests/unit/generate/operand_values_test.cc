#include "generate/operand_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace assay::generate {
namespace {

TEST(OperandTensor, KeepsToItsRange) {
  Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    const Tensor unit = OperandTensor(rng, DType::kFloat32, {8}, Range::kUnit),
                 positive = OperandTensor(rng, DType::kFloat16, {8}, Range::kPositive),
                 above = OperandTensor(rng, DType::kFloat64, {8}, Range::kAboveOne),
                 divisor = OperandTensor(rng, DType::kInt8, {8}, Range::kNonZero);
    for (int64_t k = 0; k < 8; ++k) {
      EXPECT_LT(std::fabs(unit.RealAt(k)), 1);
      EXPECT_GT(positive.RealAt(k), 0.2);
      EXPECT_GT(above.RealAt(k), 1.2);
      EXPECT_GT(divisor.IntAt(k), 0);
    }
  }
}

TEST(OperandTensor, HoldsSpecialValuesAndNoInvalidOnes) {
  Rng rng(2);
  std::set<double> seen;
  bool negative_zero = false;
  for (int type = 1; type < kDTypeCount; ++type) {
    const auto dtype = static_cast<DType>(type);
    if (!IsFloat(dtype)) continue;
    for (int i = 0; i < 100; ++i) {
      const Tensor tensor = OperandTensor(rng, dtype, {10});
      for (int64_t k = 0; k < tensor.count(); ++k) {
        const double x = tensor.RealAt(k);
        ASSERT_TRUE(std::isfinite(x)) << DTypeName(dtype);
        negative_zero = negative_zero || (x == 0 && std::signbit(x));
        if (dtype == DType::kFloat32) seen.insert(x);
      }
    }
  }
  EXPECT_TRUE(negative_zero);
  EXPECT_TRUE(seen.count(0) == 1 && seen.count(1) == 1 && seen.count(-1) == 1);
  EXPECT_GT(*seen.rbegin(), 100);
}

TEST(OperandTensor, OfEveryOtherType) {
  Rng rng(3);
  for (const DType dtype :
       {DType::kBool, DType::kString, DType::kInt4, DType::kUint2, DType::kUint64, DType::kInt64}) {
    const Tensor tensor = OperandTensor(rng, dtype, {2, 3});
    EXPECT_EQ(tensor.dtype(), dtype);
    EXPECT_EQ(tensor.count(), 6);
  }
}

TEST(OperandShape, KeepsToTheLimit) {
  Rng rng(4);
  std::set<size_t> ranks;
  int empty = 0;
  for (int i = 0; i < 2000; ++i) {
    const Shape shape = OperandShape(rng, 30);
    EXPECT_LE(ElementCount(shape), 30);
    ranks.insert(shape.size());
    empty += ElementCount(shape) == 0 ? 1 : 0;
  }
  EXPECT_EQ(ranks, (std::set<size_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_GT(empty, 5);
  EXPECT_LT(empty, 100);
}

}  // namespace
}  // namespace assay::generate
