#include "mutate/repair.h"

#include "developer/apply.h"

namespace assay::mutate::developer_tests {
namespace {

// The operators that RepairShape writes from `from` to `to`.
std::vector<std::string> Repair(const std::string& from, const Shape& to, int opset = 21) {
  ModelCase test = CaseOf("model opset=" + std::to_string(opset) + " graph (x: float32" + from +
                          ") -> (y) { y = Relu(x) }");
  Writer writer(test.model, 1, 0);
  Rng rng(1);
  const ValueId out = RepairShape(writer, test.model, test.model.graph.outputs[0], to, rng);
  EXPECT_TRUE(writer.status().ok()) << writer.status().error().message;
  EXPECT_EQ(writer.shape(out), to);
  std::vector<std::string> ops = OpsOf(test.model.graph);
  ops.erase(ops.begin());
  return ops;
}

TEST(RepairShape, LeavesAFittingShapeAlone) {
  EXPECT_THAT(Repair("[1,2,3]", {1, 2, 3}), testing::IsEmpty());
}

TEST(RepairShape, PoolsResizesAndProjects) {
  EXPECT_THAT(Repair("[1,2,8,8]", {1, 2, 4, 4}),
              testing::ElementsAre(testing::AnyOf("MaxPool", "AveragePool")));
  EXPECT_THAT(Repair("[1,2,3,3]", {1, 2, 8, 8}), testing::ElementsAre("Resize"));
  EXPECT_THAT(Repair("[1,2,3,3]", {1, 5, 3, 3}), testing::ElementsAre("Conv"));
  EXPECT_THAT(Repair("[1,2,3,3]", {1, 5, 4, 4}), testing::ElementsAre("Resize", "Conv"));
}

TEST(RepairShape, CutsAndPadsAsALastResort) {
  EXPECT_THAT(Repair("[1,2,3,3]", {1, 2, 4, 4}, 10), testing::ElementsAre("Pad"));
  EXPECT_THAT(Repair("[2,3]", {2, 2}), testing::ElementsAre("Slice"));
  EXPECT_THAT(Repair("[2,3]", {3}), testing::ElementsAre("Reshape", "Slice"));
}

TEST(StandsAsItIs, NeedsEveryShape) {
  EXPECT_TRUE(StandsAsItIs(CaseOf("graph (x: float32[2]) -> (y) { y = Relu(x) }").model));
  EXPECT_FALSE(StandsAsItIs(CaseOf("graph (x: float32[n]) -> (y) { y = Relu(x) }").model));
}

}  // namespace
}  // namespace assay::mutate::developer_tests
