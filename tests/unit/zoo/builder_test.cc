#include "zoo/builder.h"

#include <gtest/gtest.h>

#include "ops/infer.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

TEST(Builder, NamesNodesByRoleScopeAndLayer) {
  Rng rng(1);
  Builder b("tiny", 17, Size::kSmall, rng);
  ValueId x = b.Input("x", NormalTensor(rng, {1, 2, 4, 4}, 0, 1));
  {
    const Builder::Scope scope(b, "layer1");
    x = Conv(b, "conv", x, 3);
  }
  b.Head();
  x = Activate(b, "relu", x, Act::kRelu);
  b.Output(Activate(b, "relu", x, Act::kRelu), "y");
  Subject subject = b.Finish();
  const Graph& graph = subject.model.graph;
  ASSERT_EQ(graph.node_count(), 3u);
  EXPECT_EQ(graph.node(0).name, "backbone/layer1/conv");
  EXPECT_EQ(graph.node(1).name, "head/relu");
  EXPECT_EQ(graph.node(2).name, "head/relu_2");  // names stay unique
  EXPECT_NE(graph.Find("backbone/layer1/conv.weight"), kAbsent);
  EXPECT_EQ(graph.outputs, std::vector<ValueId>{graph.Find("y")});
  EXPECT_TRUE(ops::InferTypes(subject.model).ok());
}

TEST(Builder, MeasuresImagesPerChannel) {
  Rng rng(1);
  Builder b("tiny", 17, Size::kSmall, rng);
  const ValueId x = b.Input("x", FloatTensor({1, 2, 1, 2}, {1, 3, -4, -4}));
  EXPECT_EQ(b.moments(x).mean, (std::vector<float>{2, -4}));
  EXPECT_EQ(b.moments(x).var[0], 1);
}

TEST(Builder, PoolsMomentsThatDoNotFit) {
  Rng rng(1);
  Builder b("tiny", 17, Size::kSmall, rng);
  const ValueId x = b.Input("x", NormalTensor(rng, {1, 3, 2, 2}, 0, 1));
  EXPECT_EQ(b.moments(x).mean.size(), 3u);
  EXPECT_EQ(b.moments(Transpose(b, "t", x, {0, 2, 3, 1})).mean.size(), 1u);
}

}  // namespace
}  // namespace assay::zoo
