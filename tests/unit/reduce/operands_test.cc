#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Operands, OptionalOnesAreLeftOut) {
  const ModelCase start = CaseOf(
      "graph (x: float32[2]) -> (y) {\n lo: float32[] = 0\n hi: float32[] = 1\n"
      " y = Clip(x, lo, hi)\n}");
  const ModelCase small =
      AfterPass("operands", start, [](const ModelCase& now) { return Has(now, "Clip"); });
  EXPECT_EQ(FindNode(small, "Clip")->inputs.size(), 1u);
  EXPECT_TRUE(small.model.graph.initializers().empty());
}

TEST(Operands, ConstantsBecomeWeights) {
  const ModelCase start = CaseOf(
      "graph (x: float32[2]) -> (y) {\n c = Constant<value=float32[2] [1, 2]>()\n y = Add(x, "
      "c)\n}");
  const ModelCase small = AfterPass("operands", start, [](const ModelCase& now) {
    return Has(now, "Add") && FindNode(now, "Add")->inputs[0] != FindNode(now, "Add")->inputs[1];
  });
  EXPECT_EQ(small.model.graph.node_count(), 1u);
}

TEST(Operands, OneTensorInPlaceOfTwo) {
  const ModelCase start = CaseOf("graph (x: float32[2], z: float32[2]) -> (y) { y = Mul(x, z) }");
  const ModelCase small =
      AfterPass("operands", start, [](const ModelCase& now) { return Has(now, "Mul"); });
  EXPECT_EQ(small.inputs.size(), 1u);
}

}  // namespace
}  // namespace assay::reduce
