#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ArithmeticForms, AreWrittenTheOtherWay) {
  EXPECT_EQ(OpsAfter("sub-as-add", "graph (a: float32[2], b: float32[2]) -> (y) { y = Sub(a, b) }"),
            "Neg Add");
  EXPECT_EQ(OpsAfter("reciprocal-as-div", "graph (a: float32[2]) -> (y) { y = Reciprocal(a) }"),
            "Div");
  EXPECT_EQ(
      OpsAfter("pow-as-mul", "graph (a: float32[2]) -> (y) { k: float32[] = 3  y = Pow(a, k) }"),
      "Mul Mul");
  EXPECT_EQ(OpsAfter("sum-as-adds", "graph (a: float32[2]) -> (y) { y = Sum(a, a, a) }"),
            "Add Add");
  EXPECT_EQ(OpsAfter("de-morgan", "graph (a: bool[2], b: bool[2]) -> (y) { y = And(a, b) }"),
            "Not Not Or Not");
}

TEST(DivAsMul, InvertsTheConstant) {
  const Model m = Apply(
      "div-as-mul", "graph (a: float32[2]) -> (y) { k: float32[2] = [4, -0.5]  y = Div(a, k) }");
  const Tensor* factor = m.graph.initializer(Last(m, "Mul").inputs[1]);
  ASSERT_NE(factor, nullptr);
  EXPECT_EQ(factor->RealAt(0), 0.25);
  EXPECT_EQ(factor->RealAt(1), -2);
}

TEST(DivAsMul, LeavesZeroAndHugeDivisorsAlone) {
  for (const char* k : {"0", "3e38", "1e-39", "inf", "nan"})
    EXPECT_EQ(
        SiteCount("div-as-mul", std::string("graph (a: float32[2]) -> (y) { k: float32[] = ") + k +
                                    "  y = Div(a, k) }"),
        0u)
        << k;
}

TEST(SubAsAdd, LeavesDifferencesWithItselfAlone) {
  EXPECT_EQ(SiteCount("sub-as-add", "graph (a: float32[2]) -> (y) { y = Sub(a, a) }"), 0u);
}

TEST(BroadcastExplicit, ExpandsToTheResult) {
  const Model m = Apply("broadcast-explicit",
                        "graph (a: float32[2,3], b: float32[3]) -> (y) { y = Add(a, b) }");
  EXPECT_EQ(Ops(m), "Expand Add");
  EXPECT_EQ(IntsOf(m, Last(m, "Expand"), 1), (std::vector<int64_t>{2, 3}));
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
