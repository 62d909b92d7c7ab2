#include "resources/work.h"

#include "cases.h"

namespace assay::resources {
namespace {

double Steps(const std::string& text) {
  const ModelCase one = CaseOf(text);
  return StepsOf(one.model.graph, one.model.graph.node(0)).value_or(-1);
}

TEST(Work, ProductsCountMultiplyAdds) {
  EXPECT_EQ(Steps("graph (a: float32[5,3,4], b: float32[4,2]) -> (y) { y = MatMul(a, b) }"),
            5 * 3 * 2 * 4);
  EXPECT_EQ(Steps("graph (a: float32[4,3], b: float32[4,2]) -> (y) { y = Gemm<transA=1>(a, b) }"),
            3 * 2 * 4);
  // 8 channels of 6x6 results, each from 2 channels of 3x3.
  EXPECT_EQ(Steps("graph (x: float32[1,2,8,8], w: float32[8,2,3,3]) -> (y) { y = Conv(x, w) }"),
            8 * 6 * 6 * 2 * 3 * 3);
}

TEST(Work, ElementsCountOnce) {
  EXPECT_EQ(Steps("graph (a: float32[5,1], b: float32[1,7]) -> (y) { y = Add(a, b) }"), 35);
  EXPECT_EQ(Steps("graph (a: float32[5,9]) -> (y) { y = ReduceMax(a) }"), 45);
  EXPECT_EQ(
      Steps("graph (x: float32[1,1,6]) -> (y) { y = MaxPool<kernel_shape=[3], strides=[3]>(x) }"),
      2 * 3);
}

TEST(Work, WhatIsNotListedIsUnknown) {
  const ModelCase one = CaseOf("graph (x: float32[3,3]) -> (y) { y = Det(x) }");
  EXPECT_FALSE(WorkOf(one.model.graph).known);
}

}  // namespace
}  // namespace assay::resources
