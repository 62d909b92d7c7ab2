#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(NEB, BlocksSomeNeurons) {
  const Model model = Mutated("NEB", R"(graph (x: float32[1,2]) -> (y) {
    w: float32[2,5] = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
    b: float32[5] = [1, 2, 3, 4, 5]
    y = Gemm(x, w, b)
  })");
  const auto w = WeightOf(model, "Gemm", 1), b = WeightOf(model, "Gemm", 2);
  int blocked = 0;
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(w[i], b[i]);
    EXPECT_EQ(w[i + 5], b[i]);
    blocked += b[i] == 0 ? 1 : 0;
  }
  EXPECT_EQ(blocked, 1);
}

TEST(NEB, RecurrentLayersHaveNeuronsToo) {
  const Model model = Mutated("NEB", kStudySamples[6].text);
  EXPECT_NE(PrintModel(model), PrintModel(StudySample(kStudySamples[6].text).model));
}

// A layer of one neuron would vanish altogether.
TEST(NEB, OneNeuronIsLeftAlone) {
  EXPECT_FALSE(TryMutate("NEB", R"(graph (x: float32[1,2]) -> (y) {
    w: float32[2,1] = [1, 2]
    y = MatMul(x, w)
  })")
                   .ok());
}

}  // namespace
}  // namespace assay::mutate::study_tests
