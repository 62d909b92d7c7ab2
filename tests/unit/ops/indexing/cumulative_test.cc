// CumSum, CumProd.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known OneTwoThree() { return Floats({3}, {1, 2, 3}); }

TEST(CumSum, InclusiveExclusiveReverse) {
  EXPECT_THAT(Values(RunOp("CumSum", {}, {OneTwoThree(), Ints({}, {0})})), ElementsAre(1, 3, 6));
  EXPECT_THAT(Values(RunOp("CumSum", {{"exclusive", int64_t{1}}}, {OneTwoThree(), Ints({}, {0})})),
              ElementsAre(0, 1, 3));
  EXPECT_THAT(Values(RunOp("CumSum", {{"reverse", int64_t{1}}}, {OneTwoThree(), Ints({}, {-1})})),
              ElementsAre(6, 5, 3));
  EXPECT_THAT(Values(RunOp("CumSum", {{"reverse", int64_t{1}}, {"exclusive", int64_t{1}}},
                           {OneTwoThree(), Ints({}, {0})})),
              ElementsAre(5, 3, 0));
  EXPECT_TRUE(Exact(RunOp("CumSum", {}, {OneTwoThree(), Ints({}, {0})})));
}

TEST(CumSum, AnyOrderOfSummation) {
  const auto y = RunOp("CumSum", {}, {Floats({3}, {1e8, 1, -1e8}), Ints({}, {0})});
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(0));
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(1));
  EXPECT_FALSE((*y)[0].tensor.real(2).contains(100));
}

TEST(CumSum, IntegersWrap) {
  EXPECT_THAT(
      Values(RunOp("CumSum", {}, {Numbers(DType::kInt32, {2}, {2147483647, 1}), Ints({}, {0})})),
      ElementsAre(2147483647, -2147483648.0));
}

TEST(CumProd, Products) {
  EXPECT_THAT(Values(RunOp("CumProd", {}, {OneTwoThree(), Ints({}, {0})}, {.opset = 26})),
              ElementsAre(1, 2, 6));
  EXPECT_THAT(Values(RunOp("CumProd", {{"exclusive", int64_t{1}}, {"reverse", int64_t{1}}},
                           {OneTwoThree(), Ints({}, {0})}, {.opset = 26})),
              ElementsAre(6, 3, 1));
}

TEST(CumSum, RefusesWrongAxes) {
  EXPECT_THAT(MessageOf(RunOp("CumSum", {}, {OneTwoThree(), Ints({}, {1})})), HasSubstr("axis 1"));
  EXPECT_THAT(MessageOf(RunOp("CumSum", {}, {OneTwoThree(), Ints({2}, {0, 0})})),
              HasSubstr("one number"));
}

}  // namespace
}  // namespace assay::ops
