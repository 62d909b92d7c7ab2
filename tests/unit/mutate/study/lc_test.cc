#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests::lc_test {
namespace {

constexpr std::string_view kDense = R"(graph (x: float32[2,3]) -> (y) {
  w: float32[3,5] = fill(1)
  h = MatMul(x, w)
  y = Relu(h)
})";

TEST(LC, CopiesWithARepairBetween) {
  const Model model = Mutated("LC", kDense);
  EXPECT_EQ(Ops(model), "MatMul Slice MatMul Relu");
  EXPECT_EQ(TypeOf(model, "h"), "float32[2,5]");
}

TEST(LC, SharesWeightsOrHasItsOwn) {
  std::set<size_t> weights;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Model model = Mutated("LC", kDense, seed);
    const bool shared = model.graph.node(0).inputs[1] == model.graph.node(2).inputs[1];
    weights.insert(shared ? 1 : 2);
    EXPECT_TRUE(model.graph.initializer(model.graph.node(2).inputs[1])
                    ->SharesDataWith(*model.graph.initializer(model.graph.node(0).inputs[1])));
  }
  EXPECT_EQ(weights.size(), 2u);
}

TEST(LC, LayersOfOneShapeNeedNoRepair) {
  const Model model = Mutated("LC", R"(graph (x: float32[batch,3]) -> (y) {
    w: float32[3,3] = fill(1)
    y = MatMul(x, w)
  })");
  EXPECT_EQ(Ops(model), "MatMul MatMul");
}

}  // namespace
}  // namespace assay::mutate::study_tests::lc_test
