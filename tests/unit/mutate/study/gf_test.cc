#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(GF, AddsALittleNoise) {
  std::string weights;
  for (int i = 0; i < 100; ++i) weights += i % 2 == 0 ? "1, " : "-1, ";
  const Model model =
      Mutated("GF", "graph (x: float32[1,10]) -> (y) { w: float32[10,10] = [" +
                        weights.substr(0, weights.size() - 2) + "]  y = MatMul(x, w) }");
  int changed = 0;
  const auto w = WeightOf(model, "MatMul", 1);
  for (size_t i = 0; i < w.size(); ++i) {
    const double noise = w[i] - (i % 2 == 0 ? 1 : -1);
    EXPECT_LE(std::abs(noise), 0.3001);  // three deviations of 0.1
    changed += noise == 0 ? 0 : 1;
  }
  EXPECT_GT(changed, 15);
  EXPECT_LT(changed, 45);
}

constexpr std::string_view kNorm = R"(graph (x: float32[2,4,3]) -> (y) {
  s: float32[4] = [1, 2, 1, 2]
  b: float32[4] = [0, 1, 0, 1]
  m: float32[4] = [0, 1, 0, 1]
  v: float32[4] = [1, 2, 1, 2]
  y = BatchNormalization(x, s, b, m, v)
})";

TEST(GF, VariancesStay) {
  const Model model = Mutated("GF", kNorm);
  EXPECT_EQ(WeightOf(model, "BatchNormalization", 4), (std::vector<double>{1, 2, 1, 2}));
  EXPECT_NE(WeightOf(model, "BatchNormalization", 1), (std::vector<double>{1, 2, 1, 2}));
}

TEST(GF, UnconstrainedChangesVariances) {
  const auto mutant = TryMutate("GF", kNorm, 1, {.unconstrained = true});
  EXPECT_NE(WeightOf(mutant->result.model, "BatchNormalization", 4),
            (std::vector<double>{1, 2, 1, 2}));
}

}  // namespace
}  // namespace assay::mutate::study_tests
