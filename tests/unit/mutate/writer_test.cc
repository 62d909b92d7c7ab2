#include "mutate/writer.h"

#include "developer/apply.h"

namespace assay::mutate::developer_tests {
namespace {

ModelCase Plain(int opset) {
  return CaseOf("model opset=" + std::to_string(opset) +
                " graph (x: float32[1,4]) -> (y) { y = Relu(x) }");
}

// Every form that depends on the opset, typed as it is written and accepted by the inference.
TEST(Writer, WritesTheFormOfTheOpset) {
  for (const int opset : {7, 9, 10, 11, 12, 13, 17, 18, 21}) {
    ModelCase test = Plain(opset);
    Graph& graph = test.model.graph;
    Writer writer(test.model, 1, 0);
    ValueId v = writer.Slice(graph.outputs[0], {1}, {3}, {1});
    EXPECT_EQ(writer.shape(v), (Shape{1, 2})) << opset;
    v = writer.Pad(v, {0, 1, 0, 1});
    EXPECT_EQ(writer.shape(v), (Shape{1, 4})) << opset;
    v = writer.Unsqueeze(v, {0});
    v = writer.Squeeze(v, {1});
    v = writer.Clip(v, -1, 1);
    v = writer.Reduce("ReduceSum", v, {1}, true);
    v = writer.Reduce("ReduceMean", v, {0}, false);
    EXPECT_EQ(writer.shape(v), (Shape{1})) << opset;
    v = writer.Cast(writer.Reshape(v, {1, 1}), DType::kFloat64);
    EXPECT_EQ(writer.dtype(v), DType::kFloat64) << opset;
    ASSERT_TRUE(writer.status().ok()) << opset << ": " << writer.status().error().message;
    graph.outputs[0] = v;
    ForgetTypes(graph);
    const Status typed = ops::InferTypes(test.model);
    EXPECT_TRUE(typed.ok()) << opset << ": " << typed.error().message;
  }
}

TEST(Writer, RemembersTheFirstMisfit) {
  ModelCase test = Plain(21);
  Writer writer(test.model, 1, 0);
  const ValueId y = test.model.graph.outputs[0];
  writer.Op("MatMul", {y, y});
  writer.Op("Relu", {y});
  ASSERT_FALSE(writer.status().ok());
  EXPECT_EQ(writer.status().error().kind, ErrorKind::kRejected);
  EXPECT_THAT(writer.status().error().message, testing::HasSubstr("MatMul"));
}

TEST(Writer, IntoKeepsAName) {
  ModelCase test = Plain(21);
  Graph& graph = test.model.graph;
  const ValueId y = graph.outputs[0];
  Node relu = graph.node(0);
  relu.outputs[0] = graph.AddValue("inner");
  Writer writer(test.model, 1, 0);
  writer.Change(0, relu);
  writer.Unsqueeze(relu.outputs[0], {0});
  writer.Into(y);
  EXPECT_EQ(writer.shape(y), (Shape{1, 1, 4}));
  EXPECT_TRUE(VerifyStructure(graph).ok());
}

TEST(Supports, AsksTheSchemaOfTheOpset) {
  EXPECT_TRUE(Supports(Plain(20).model, "Gelu", DType::kFloat32));
  EXPECT_FALSE(Supports(Plain(19).model, "Gelu", DType::kFloat32));
  EXPECT_FALSE(Supports(Plain(20).model, "Gelu", DType::kInt32));
  EXPECT_FALSE(Yields(Plain(14).model, "Loop", DType::kBfloat16));
  EXPECT_TRUE(Yields(Plain(21).model, "Loop", DType::kBfloat16));
}

}  // namespace
}  // namespace assay::mutate::developer_tests
