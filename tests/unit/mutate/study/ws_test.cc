#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests::ws_test {
namespace {

constexpr std::string_view kDense = R"(graph (x: float32[1,4]) -> (y) {
  w: float32[4,3] = [[1, 10, 100], [2, 20, 200], [3, 30, 300], [4, 40, 400]]
  y = MatMul(x, w)
})";

// 0.3 of three neurons is one: a column.
TEST(WS, ShufflesWithinANeuron) {
  bool moved = false;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<double> w = WeightOf(Mutated("WS", kDense, seed), "MatMul", 1);
    int changed = 0;
    for (size_t k = 0; k < 3; ++k) {
      const std::vector<double> column = {w[k], w[k + 3], w[k + 6], w[k + 9]};
      const double unit = k == 0 ? 1 : k == 1 ? 10 : 100;
      const std::vector<double> before = {unit, 2 * unit, 3 * unit, 4 * unit};
      EXPECT_THAT(column, testing::UnorderedElementsAreArray(before));
      changed += column == before ? 0 : 1;
    }
    EXPECT_LE(changed, 1);
    moved = moved || changed == 1;
  }
  EXPECT_TRUE(moved);
}

TEST(WS, VectorsHaveNothingToShuffle) {
  EXPECT_FALSE(TryMutate("WS", R"(graph (x: float32[1,4]) -> (y) {
    w: float32[4] = [1, 2, 3, 4]
    y = Mul(x, w)
  })")
                   .ok());
}

}  // namespace
}  // namespace assay::mutate::study_tests::ws_test
