#include "resources/scale.h"

#include "cases.h"

namespace assay::resources {
namespace {

TEST(Scale, OneAxisGrowsAndItsElementsAreRepeated) {
  ModelCase one = CaseOf("graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  one.inputs[0] = Datum(MakeTensor(DType::kFloat32, {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6}));
  const auto larger = Scaled(one, {0, 1}, 2);
  ASSERT_TRUE(larger.has_value());
  const Tensor expected =
      MakeTensor(DType::kFloat32, {2, 6}, std::vector<double>{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  EXPECT_EQ(larger->inputs[0].tensor, expected);
  EXPECT_EQ(TypeText(larger->model.graph.type(larger->model.graph.outputs[0])), "float32[2,6]");
}

TEST(Scale, BothSidesOfAProductGrowTogether) {
  const ModelCase one =
      CaseOf("graph (a: float32[2,3], b: float32[3,5]) -> (y) { y = MatMul(a, b) }");
  const auto larger = Scaled(one, {0, 1}, 4);
  ASSERT_TRUE(larger.has_value());
  EXPECT_EQ(larger->inputs[1].tensor.shape(), (Shape{12, 5}));
}

TEST(Scale, AReductionGrowsInWorkAlone) {
  const ModelCase one = CaseOf("graph (x: float32[2,3]) -> (y) { y = ReduceMax(x) }");
  EXPECT_TRUE(Scaled(one, {0, 1}, 2).has_value());
}

TEST(Scale, NothingWhereTheModelFixesTheSize) {
  const ModelCase one =
      CaseOf("graph (x: float32[2,3]) -> (y) {\n s: int64[2] = [3, 2]\n y = Reshape(x, s)\n}");
  EXPECT_FALSE(Scaled(one, {0, 0}, 2).has_value());
}

TEST(Scale, EmptyTensorsHaveNoAxes) {
  EXPECT_TRUE(AxesOf(CaseOf("graph (x: float32[0,3]) -> (y) { y = Relu(x) }")).empty());
}

}  // namespace
}  // namespace assay::resources
