#include "fake.h"

namespace assay::reduce {
namespace {

Shape InputShape(const ModelCase& model_case) { return model_case.inputs[0].tensor.shape(); }

TEST(Shapes, SizesThatBelongTogetherShrinkTogether) {
  const ModelCase start =
      CaseOf("graph (x: float32[6,5], w: float32[5,7]) -> (y: float32[...]) { y = MatMul(x, w) }");
  const ModelCase small = AfterPass("shapes", start, [](const ModelCase& now) {
    return Has(now, "MatMul") && InputShape(now).size() == 2 && InputShape(now)[1] >= 3;
  });
  EXPECT_EQ(InputShape(small), (Shape{1, 3}));
  EXPECT_EQ(small.inputs[1].tensor.shape()[0], 3);
}

TEST(Shapes, SizesThatAShapeNamesFollow) {
  const ModelCase start = CaseOf(
      "graph (x: float32[8,3]) -> (y: float32[...]) {\n s: int64[3] = [1, 8, 3]\n y = Reshape(x, "
      "s)\n}");
  const ModelCase small = AfterPass("shapes", start, [](const ModelCase& now) {
    return Has(now, "Reshape") && InputShape(now).size() == 2 &&
           now.model.graph.initializers().begin()->second.count() == 3;
  });
  EXPECT_EQ(InputShape(small), (Shape{1, 1}));
}

TEST(Shapes, LeadingAxesGo) {
  const ModelCase start =
      CaseOf("graph (x: float32[1,1,4]) -> (y: float32[...]) { y = Softmax<axis=2>(x) }");
  const ModelCase small =
      AfterPass("shapes", start, [](const ModelCase& now) { return InputShape(now).back() == 4; });
  EXPECT_EQ(InputShape(small), (Shape{4}));
}

}  // namespace
}  // namespace assay::reduce
