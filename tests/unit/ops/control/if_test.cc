// If.
#include "../model_test.h"

namespace assay::ops::if_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kText = R"(
  graph (c: bool[], x: float32[2]) -> (y) {
    y = If<then_branch=graph () -> (a) { a = Add(x, x) }, else_branch=graph () -> (b) { b = Exp(x) }>(c)
  })";

TEST(If, RunsOneBranch) {
  std::vector<std::string> types;
  EXPECT_THAT(Values(RunText(kText, {Bools({}, {1}), Floats({2}, {1, 3})}, &types)),
              ElementsAre(2, 6));
  EXPECT_THAT(Values(RunText(kText, {Bools({}, {0}), Floats({2}, {0, 0})})), ElementsAre(1, 1));
  EXPECT_THAT(types, ElementsAre("float32[2]"));
}

TEST(If, UncertainConditionGivesBoth) {
  const auto y = RunText(kText, {IntRanges({}, {{1, 0, 1}}, DType::kBool), Floats({2}, {0, 0})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].tensor.real(0).v, 0);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1));
}

TEST(If, BranchesOfDifferentShape) {
  constexpr std::string_view text = R"(
    graph (c: bool[], x: float32[2]) -> (y) {
      y = If<then_branch=graph () -> (a) { a = Add(x, x) },
             else_branch=graph () -> (b) { i = Constant<value_int=0>() b = Gather(x, i) }>(c)
    })";
  std::vector<std::string> types;
  const auto y =
      RunText(text, {IntRanges({}, {{1, 0, 1}}, DType::kBool), Floats({2}, {1, 2})}, &types);
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].kind, Known::Kind::kUndetermined);
  EXPECT_THAT(types, ElementsAre("float32[...]"));
}

TEST(If, RefusesBranchesOfDifferentType) {
  constexpr std::string_view text = R"(
    graph (c: bool[], x: float32[2]) -> (y) {
      y = If<then_branch=graph () -> (a) { a = Add(x, x) }, else_branch=graph () -> (b) { b = Shape(x) }>(c)
    })";
  EXPECT_THAT(MessageOf(RunText(text, {Bools({}, {1}), Floats({2}, {1, 2})})),
              HasSubstr("float32[2] or int64[1]"));
}

}  // namespace
}  // namespace assay::ops::if_test
