#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace assay {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return Invalid("odd");
  return n / 2;
}

Result<int> Quarter(int n) {
  ASSAY_ASSIGN(const int half, Half(n));
  ASSAY_ASSIGN(const int quarter, Half(half));
  return quarter;
}

Status CheckEven(int n) {
  ASSAY_RETURN_IF_ERROR(Half(n));
  return {};
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(*Half(4), 2);
  ASSERT_FALSE(Half(3).ok());
  EXPECT_EQ(Half(3).error().message, "odd");
  EXPECT_EQ(Half(3).error().kind, ErrorKind::kInvalid);
}

TEST(Result, AssignPassesErrorsOn) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_FALSE(Quarter(6).ok());
  EXPECT_FALSE(Quarter(3).ok());
}

TEST(Result, MovesValuesThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Status, IsFineUnlessItHoldsAnError) {
  EXPECT_TRUE(Status().ok());
  EXPECT_TRUE(CheckEven(2).ok());
  EXPECT_EQ(CheckEven(1).error().message, "odd");
}

TEST(Result, KindsOfErrors) {
  EXPECT_EQ(Reject("x").kind, ErrorKind::kRejected);
  EXPECT_EQ(Unsupported("x").kind, ErrorKind::kUnsupported);
  EXPECT_EQ(Undetermined("x").kind, ErrorKind::kUndetermined);
}

TEST(ResultDeathTest, TakingTheValueOfAnErrorIsOurMistake) {
  EXPECT_DEATH(Half(3).value(), "internal error.*odd");
}

}  // namespace
}  // namespace assay
