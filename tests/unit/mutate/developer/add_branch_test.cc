#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(AddBranch, OffersItsFourKinds) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,4,5,5]) -> (y) {
    y = MaxPool<kernel_shape=[3,3], pads=[1,1,1,1]>(x)
  })");
  const auto mutants = Mutants("add-branch", base);
  for (const std::string_view op : {"Add", "Sigmoid", "Concat", "GlobalAveragePool"})
    EXPECT_TRUE(AnyHas(mutants, op)) << op;
  for (const ModelCase& mutant : mutants) EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 4, 5, 5}));
}

TEST(AddBranch, KeepsToTheRoleOfItsNeighbour) {
  const ModelCase base = CaseOf("graph (x: float32[1,4]) -> (y) { [\"head/act\"] y = Relu(x) }");
  for (const ModelCase& mutant : Mutants("add-branch", base, 5))
    for (const NodePtr& node : mutant.model.graph.nodes())
      EXPECT_TRUE(node->name.starts_with("head/")) << node->name;
}

}  // namespace
}  // namespace assay::mutate::developer_tests
