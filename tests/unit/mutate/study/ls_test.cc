#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(LS, SwitchesAndRepairs) {
  const Model model = Mutated("LS", R"(graph (x: float32[2,3]) -> (z) {
    w: float32[3,5] = fill(1)
    v: float32[5,4] = fill(1)
    h = MatMul(x, w)
    y = Relu(h)
    z = Gemm(y, v)
  })");
  EXPECT_EQ(Ops(model), "Pad Gemm Pad Relu Slice MatMul Slice");
  EXPECT_EQ(TypeOf(model, "h"), "float32[2,5]");
  EXPECT_EQ(TypeOf(model, "z"), "float32[2,4]");
}

TEST(LS, EqualLayersAreNoPair) {
  EXPECT_FALSE(TryMutate("LS", R"(graph (x: float32[2,3]) -> (z) {
    w: float32[3,3] = fill(1)
    h = MatMul(x, w)
    z = MatMul(h, w)
  })")
                   .ok());
}

TEST(LS, LayersOfOneShapeNeedNoRepair) {
  const Model model = Mutated("LS", R"(graph (x: float32[batch,3]) -> (z) {
    w: float32[3,3] = fill(1)
    b: float32[3] = fill(2)
    h = MatMul(x, w)
    z = Add(h, b)
  })");
  EXPECT_EQ(Ops(model), "Add MatMul");
}

}  // namespace
}  // namespace assay::mutate::study_tests
