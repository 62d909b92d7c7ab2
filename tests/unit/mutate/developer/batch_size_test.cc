#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(BatchSize, RepeatsTheData) {
  const ModelCase base =
      CaseOf("graph (x: float32[1,2]) -> (y) { w: float32[2,3] = fill(1)  y = MatMul(x, w) }");
  for (const ModelCase& mutant : Mutants("batch-size", base, 10)) {
    const Shape shape = ShapeOfOutput(mutant);
    EXPECT_GT(shape[0], 1);
    const std::vector<double> before = FirstOutput(base), after = FirstOutput(mutant);
    ASSERT_EQ(after.size(), before.size() * static_cast<size_t>(shape[0]));
    for (size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i], before[i % before.size()]);
  }
}

TEST(BatchSize, NeedsAModelThatStandsIt) {
  const ModelCase base =
      CaseOf("graph (x: float32[1,2]) -> (y) { s: int64[2] = [1, 2]  y = Reshape(x, s) }");
  Rng rng(1);
  EXPECT_FALSE(Mutate(base, Named("batch-size"), rng).ok());
  EXPECT_EQ(SiteCount("batch-size", "graph (x: float32[2,2]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
