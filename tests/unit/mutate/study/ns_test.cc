#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(NS, SwitchesTwoNeuronsWithTheirBiases) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Model model = Mutated("NS", R"(graph (x: float32[1,2]) -> (y) {
      w: float32[3,2] = [[1, 1], [2, 2], [3, 3]]
      b: float32[3] = [10, 20, 30]
      y = Gemm<transB=1>(x, w, b)
    })",
                                seed);
    const auto w = WeightOf(model, "Gemm", 1), b = WeightOf(model, "Gemm", 2);
    EXPECT_NE(b, (std::vector<double>{10, 20, 30}));
    EXPECT_THAT(b, testing::UnorderedElementsAre(10, 20, 30));
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(w[2 * i] * 10, b[i]);
  }
}

// Other users of the weights keep theirs.
TEST(NS, OnlyTheMutatedLayerChanges) {
  const Model model = Mutated("NS", R"(graph (x: float32[2,2], w: float32[2,2]) -> (z) {
    w: float32[2,2] = [1, 2, 3, 4]
    y = MatMul(x, w)
    z = MatMul(y, w)
  })");
  const Tensor* kept = model.graph.initializer(model.graph.Find("w"));
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(kept->RealAt(0), 1);
  EXPECT_NE(model.graph.node(0).inputs[1], model.graph.node(1).inputs[1]);
}

}  // namespace
}  // namespace assay::mutate::study_tests
