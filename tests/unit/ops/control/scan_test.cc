// Scan.
#include "../model_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Running sums over the rows of x.
constexpr std::string_view kSums = R"(
  graph (s: float32[2], x: float32[3,2]) -> (last, all) {
    (last, all) = Scan<num_scan_inputs=1, body=graph (a: float32[2], b: float32[2]) -> (c, d) { c = Add(a, b) d = Add(a, b) }>(s, x)
  })";

TEST(Scan, CarriesAndCollects) {
  std::vector<std::string> types;
  const auto y = RunText(kSums, {Floats({2}, {0, 10}), Floats({3, 2}, {1, 2, 3, 4, 5, 6})}, &types);
  EXPECT_THAT(Values(y, 0), ElementsAre(9, 22));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 12, 4, 16, 9, 22));
  EXPECT_THAT(types, ElementsAre("float32[2]", "float32[3,2]"));
}

TEST(Scan, AxesAndDirections) {
  constexpr std::string_view text = R"(
    graph (s: float32[], x: float32[1,3]) -> (last, all) {
      (last, all) = Scan<num_scan_inputs=1, scan_input_axes=[-1], scan_input_directions=[1], scan_output_axes=[1], scan_output_directions=[1],
        body=graph (a: float32[], b: float32[1]) -> (c, d) { axes: int64[1] = [0] e = Squeeze(b, axes) c = Add(a, e) d = Unsqueeze(c, axes) }>(s, x)
    })";
  const auto y = RunText(text, {Floats({}, {0}), Floats({1, 3}, {1, 2, 3})});
  EXPECT_THAT(Values(y, 0), ElementsAre(6));
  EXPECT_EQ(ShapeOf(y, 1), (Shape{1, 3}));
  EXPECT_THAT(Values(y, 1), ElementsAre(6, 5, 3));
}

TEST(Scan, BatchesOfOpset8) {
  constexpr std::string_view text = R"(
    model ir=10 opset=8
    graph (n: int64[2], s: float32[2,1], x: float32[2,2,1]) -> (last, all) {
      (last, all) = Scan<num_scan_inputs=1, body=graph (a: float32[1], b: float32[1]) -> (c, d) { c = Add(a, b) d = Add(a, b) }>(n, s, x)
    })";
  const auto y =
      RunText(text, {Ints({2}, {2, 1}), Floats({2, 1}, {0, 0}), Floats({2, 2, 1}, {1, 2, 3, 4})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_THAT(Values(y, 0), ElementsAre(3, 3));
  EXPECT_EQ((*y)[1].tensor.real(1).v, 3);
  EXPECT_TRUE((*y)[1].tensor.real(3).undetermined());  // beyond the second sequence
}

TEST(Scan, NoStateMayBeLeftOut) {
  constexpr std::string_view text = R"(
    graph (x: float32[3]) -> (last, all) {
      (last, all) = Scan<num_scan_inputs=1, body=graph (a: float32[], b: float32[]) -> (c, d) { c = Floor(a) d = Add(a, b) }>(_, x)
    })";
  EXPECT_THAT(MessageOf(RunText(text, {Floats({3}, {1, 2, 3})})), HasSubstr("may not be left out"));
}

// The function is legal where its input is given.
TEST(Scan, WhatACallOfAFunctionLeavesOutIsMissedWhereItIsNeeded) {
  constexpr std::string_view text = R"(
    function my::F(a, b) -> (y) opset=18 { y = Floor(b) }
    graph (x: float32[3]) -> (y) { y = my::F(x) })";
  EXPECT_THAT(MessageOf(RunText(text, {Floats({3}, {1, 2, 3})})), HasSubstr("left out"));
}

TEST(Scan, RefusesDifferentLengths) {
  constexpr std::string_view text = R"(
    graph (x: float32[2], z: float32[3]) -> (all) {
      all = Scan<num_scan_inputs=2, body=graph (a: float32[], b: float32[]) -> (c) { c = Add(a, b) }>(x, z)
    })";
  EXPECT_THAT(MessageOf(RunText(text, {Floats({2}, {1, 2}), Floats({3}, {1, 2, 3})})),
              HasSubstr("lengths 2 and 3 differ"));
}

}  // namespace
}  // namespace assay::ops
