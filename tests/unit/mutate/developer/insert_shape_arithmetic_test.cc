#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(InsertShapeArithmetic, ComputesTheShapeAtRunTime) {
  const ModelCase base = CaseOf("graph (x: float32[2,3]) -> (y) { a = Relu(x)  y = Neg(a) }");
  const auto mutants = Mutants("insert-shape-arithmetic", base);
  for (const ModelCase& mutant : mutants) {
    EXPECT_NE(FirstOf(mutant.model.graph, "Shape"), nullptr);
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{2, 3}));
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
  for (const std::string_view op : {"Reshape", "Expand", "Slice", "Gather", "Concat"})
    EXPECT_TRUE(AnyHas(mutants, op)) << op;
}

TEST(InsertShapeArithmetic, WorksOnUnknownSizes) {
  const ModelCase base = CaseOf("graph (x: float32[n,3]) -> (y) { y = Relu(x) }");
  for (const ModelCase& mutant : Mutants("insert-shape-arithmetic", base, 10))
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
}

TEST(InsertShapeArithmetic, LeavesScalarsAlone) {
  EXPECT_EQ(SiteCount("insert-shape-arithmetic", "graph (x: float32[]) -> (y) { y = Relu(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
