#include "dossier/work.h"

#include <gtest/gtest.h>

#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

ModelCase CaseOf(const std::string& graph) {
  return SampleCase("model ir=8 opset=17\ngraph g (x: float32[2]) -> " + graph);
}

TEST(TooMuchWork, LetsSmallModelsThrough) {
  EXPECT_EQ(TooMuchWork(FullCase()), "");
  EXPECT_EQ(TooMuchWork(ReducedCase()), "");
}

TEST(TooMuchWork, SeesHugeShapes) {
  const ModelCase huge = CaseOf(R"((y: float32[1048576,1048576]) {
  shape: int64[2] = [1048576, 1048576]
  y = ConstantOfShape(shape)
})");
  EXPECT_NE(TooMuchWork(huge).find("elements"), std::string::npos) << TooMuchWork(huge);
}

TEST(TooMuchWork, SeesLongLoops) {
  // Two million elements in all, a thousand million products.
  const ModelCase slow = CaseOf(R"((y: float32[1024,1024]) {
  shape: int64[2] = [1024, 1024]
  a: float32[1024,1024] = ConstantOfShape(shape)
  y = MatMul(a, a)
})");
  EXPECT_NE(TooMuchWork(slow).find("operations"), std::string::npos) << TooMuchWork(slow);
}

TEST(TooMuchWork, KnowsNamedSizesFromTheInputs) {
  ModelCase named;
  named.model = ParseModelText(R"(model ir=8 opset=17
graph g (x: float32[batch]) -> (y: float32[batch]) {
  y = Relu(x)
})")
                    .value();
  ASSERT_TRUE(ops::InferTypes(named.model).ok());
  named.inputs = {MakeTensor(DType::kFloat32, {2}, std::vector<double>{1, -2})};
  EXPECT_EQ(TooMuchWork(named), "");
  named.inputs.clear();
  EXPECT_NE(TooMuchWork(named), "");
}

}  // namespace
}  // namespace assay::dossier
