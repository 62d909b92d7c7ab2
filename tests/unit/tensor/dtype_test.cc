#include "tensor/dtype.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace assay {
namespace {

TEST(DType, NamesAreUniqueAndReadBack) {
  std::set<std::string_view> names;
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    EXPECT_TRUE(names.insert(DTypeName(type)).second) << DTypeName(type);
    EXPECT_EQ(DTypeFromName(DTypeName(type)), type);
  }
  EXPECT_FALSE(DTypeFromName("float").has_value());
  EXPECT_FALSE(DTypeFromName("").has_value());
  EXPECT_FALSE(DTypeFromName("undefined").has_value());
}

TEST(DType, EveryTypeHasExactlyOneClass) {
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    const int classes = IsFloat(type) + IsSignedInt(type) + IsUnsignedInt(type) + IsComplex(type) +
                        (type == DType::kBool) + (type == DType::kString);
    EXPECT_EQ(classes, 1) << DTypeName(type);
    EXPECT_EQ(IsIntOrBool(type), IsInt(type) || type == DType::kBool);
  }
}

TEST(DType, WidthsAndStorage) {
  EXPECT_EQ(BitWidth(DType::kInt4), 4);
  EXPECT_EQ(StorageBytes(DType::kInt4), 1u);
  EXPECT_EQ(StorageBytes(DType::kUint2), 1u);
  EXPECT_EQ(StorageBytes(DType::kFloat4E2M1), 1u);
  EXPECT_EQ(StorageBytes(DType::kBfloat16), 2u);
  EXPECT_EQ(StorageBytes(DType::kComplex128), 16u);
  EXPECT_EQ(StorageBytes(DType::kString), 0u);
}

TEST(DType, IntegerRanges) {
  EXPECT_EQ(IntMin(DType::kInt2), -2);
  EXPECT_EQ(IntMax(DType::kInt2), 1);
  EXPECT_EQ(IntMin(DType::kInt4), -8);
  EXPECT_EQ(IntMax(DType::kUint4), 15);
  EXPECT_EQ(IntMin(DType::kInt8), -128);
  EXPECT_EQ(IntMax(DType::kUint32), 4294967295);
  EXPECT_EQ(IntMin(DType::kInt64), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(IntMax(DType::kInt64), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(IntMin(DType::kUint64), 0);
  EXPECT_EQ(IntMax(DType::kBool), 1);
}

TEST(DType, WrapIntIsTwosComplement) {
  EXPECT_EQ(WrapInt(DType::kInt8, 128), -128);
  EXPECT_EQ(WrapInt(DType::kInt8, -129), 127);
  EXPECT_EQ(WrapInt(DType::kUint8, -1), 255);
  EXPECT_EQ(WrapInt(DType::kInt4, 8), -8);
  EXPECT_EQ(WrapInt(DType::kUint2, 5), 1);
  EXPECT_EQ(WrapInt(DType::kInt2, 2), -2);
  EXPECT_EQ(WrapInt(DType::kBool, 256), 1);
  EXPECT_EQ(WrapInt(DType::kUint64, -1), -1);
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    if (!IsInt(type)) continue;
    EXPECT_EQ(WrapInt(type, IntMin(type)), IntMin(type));
    EXPECT_EQ(WrapInt(type, IntMax(type)), IntMax(type));
    if (BitWidth(type) == 64) continue;
    EXPECT_EQ(WrapInt(type, IntMax(type) + 1), IntMin(type)) << DTypeName(type);
  }
}

}  // namespace
}  // namespace assay
