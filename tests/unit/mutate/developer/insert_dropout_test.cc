#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(InsertDropout, DoesNothing) {
  const ModelCase base = CaseOf("graph (x: float32[9]) -> (y) { y = Tanh(x) }");
  for (const ModelCase& mutant : Mutants("insert-dropout", base, 10)) {
    EXPECT_THAT(OpsOf(mutant.model.graph), testing::ElementsAre("Tanh", "Dropout"));
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

TEST(InsertDropout, WritesTheRatioAsTheOpsetHasIt) {
  const ModelCase old = CaseOf("model opset=10 graph (x: float32[9]) -> (y) { y = Tanh(x) }");
  for (const ModelCase& mutant : Mutants("insert-dropout", old, 3))
    EXPECT_TRUE(FirstOf(mutant.model.graph, "Dropout")->attrs.Has("ratio"));
}

}  // namespace
}  // namespace assay::mutate::developer_tests
