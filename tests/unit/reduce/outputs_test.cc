#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Outputs, OneIsLeft) {
  const ModelCase start =
      CaseOf("graph (x: float32[2]) -> (a, b, c) {\n a = Relu(x)\n b = Neg(x)\n c = Abs(x)\n}");
  const ModelCase small =
      AfterPass("outputs", start, [](const ModelCase& now) { return Has(now, "Neg"); });
  EXPECT_EQ(Ops(small), std::vector<std::string>{"Neg"});
}

TEST(Outputs, TwoStayWhereBothAreNeeded) {
  const ModelCase start =
      CaseOf("graph (x: float32[2]) -> (a, b, c) {\n a = Relu(x)\n b = Neg(x)\n c = Abs(x)\n}");
  const ModelCase small = AfterPass(
      "outputs", start, [](const ModelCase& now) { return Has(now, "Relu") && Has(now, "Abs"); });
  EXPECT_EQ(small.model.graph.outputs.size(), 2u);
}

}  // namespace
}  // namespace assay::reduce
