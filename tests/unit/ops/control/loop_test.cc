// Loop.
#include "../model_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Doubles x until it has been done m times or exceeds the limit; collects each x.
constexpr std::string_view kDoubling = R"(
  graph (m: int64[], c: bool[], x: float32[1]) -> (last, all) {
    (last, all) = Loop<body=graph (i: int64[], go: bool[], s: float32[1]) -> (go2, s2, s3) {
      s2 = Add(s, s)
      s3 = Add(s, s)
      go2 = Constant<value=bool[] 1>()
    }>(m, c, x)
  })";

TEST(Loop, CarriesAndCollects) {
  std::vector<std::string> types;
  const auto y = RunText(kDoubling, {Ints({}, {3}), Bools({}, {1}), Floats({1}, {1})}, &types);
  EXPECT_THAT(Values(y, 0), ElementsAre(8));
  EXPECT_EQ(ShapeOf(y, 1), (Shape{3, 1}));
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 4, 8));
  EXPECT_THAT(types, ElementsAre("float32[1]", "float32[?,1]"));
}

TEST(Loop, NoIterationReturnsTheInitialState) {
  EXPECT_THAT(Values(RunText(kDoubling, {Ints({}, {0}), Bools({}, {1}), Floats({1}, {5})})),
              ElementsAre(5));
  EXPECT_THAT(Values(RunText(kDoubling, {Ints({}, {3}), Bools({}, {0}), Floats({1}, {5})})),
              ElementsAre(5));
}

TEST(Loop, UncertainConditionLeavesAllUndetermined) {
  const auto y = RunText(
      kDoubling, {Ints({}, {1}), IntRanges({}, {{1, 0, 1}}, DType::kBool), Floats({1}, {1})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].kind, Known::Kind::kUndetermined);
  EXPECT_EQ((*y)[1].kind, Known::Kind::kUndetermined);
}

TEST(Loop, CarriedShapeMayGrow) {
  constexpr std::string_view text = R"(
    graph (m: int64[], x: float32[1]) -> (last) {
      last = Loop<body=graph (i: int64[], go: bool[], s) -> (go, s2) { s2 = Concat<axis=0>(s, s) }>(m, _, x)
    })";
  std::vector<std::string> types;
  const auto y = RunText(text, {Ints({}, {2}), Floats({1}, {7})}, &types);
  EXPECT_THAT(Values(y), ElementsAre(7, 7, 7, 7));
  EXPECT_THAT(types, ElementsAre("float32[?]"));
}

TEST(Loop, EndlessIsUnsupported) {
  constexpr std::string_view text = R"(
    graph (x: int64[]) -> (last) {
      last = Loop<body=graph (i: int64[], go: bool[], s: int64[]) -> (go, t) { t = Add(s, s) }>(_, _, x)
    })";
  const auto y = RunText(text, {Ints({}, {0})});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.error().kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::ops
