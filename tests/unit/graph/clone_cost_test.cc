// Copying a graph to change one node must not copy weights: less than 1 MB for a model of 100 MB.
#include <gtest/gtest.h>
#include <malloc.h>

#include "base/strings.h"
#include "graph/graph.h"

namespace assay {
namespace {

constexpr int kNodes = 400;

Model LargeModel() {
  Model model;
  model.opsets[""] = 21;
  const Shape shape{256, 256};
  ValueId x = model.graph.AddValue("x", TensorType(DType::kFloat32, shape));
  model.graph.inputs = {x};
  for (int i = 0; i < kNodes; ++i) {
    const ValueId w = model.graph.AddValue(StrCat("a_long_name_of_a_weight_", i));
    const ValueId y = model.graph.AddValue(StrCat("a_long_name_of_a_result_", i));
    model.graph.SetInitializer(w, Tensor(DType::kFloat32, shape));
    Node node;
    node.name = StrCat("a_long_name_of_a_node_", i);
    node.op = "Add";
    node.inputs = {x, w};
    node.outputs = {y};
    model.graph.AddNode(std::move(node));
    x = y;
  }
  model.graph.outputs = {x};
  return model;
}

TEST(CloneCost, AMutatedCopySharesNodesAndWeights) {
  const Model model = LargeModel();
  size_t weights = 0;
  for (const auto& [id, tensor] : model.graph.initializers()) weights += tensor.byte_size();
  ASSERT_GT(weights, 100'000'000u);
  const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  Model copy = model;
  Node node = copy.graph.node(7);
  node.op = "Mul";
  copy.graph.SetNode(7, std::move(node));
  const size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  EXPECT_LT(after - before, 1'000'000u);
  EXPECT_EQ(copy.graph.nodes()[8], model.graph.nodes()[8]);
  EXPECT_EQ(model.graph.node(7).op, "Add");
  for (const auto& [id, tensor] : model.graph.initializers())
    ASSERT_TRUE(copy.graph.initializer(id)->SharesDataWith(tensor));
}

}  // namespace
}  // namespace assay
