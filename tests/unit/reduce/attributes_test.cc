#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Attributes, ThoseThatDoNotMatterGo) {
  const ModelCase start = CaseOf(
      "graph (x: float32[1,1,4]) -> (y) {\n"
      " y = MaxPool<kernel_shape=[2], pads=[1, 0], strides=[3]>(x)\n}");
  const ModelCase small = AfterPass("attributes", start, [](const ModelCase& now) {
    const Node* pool = FindNode(now, "MaxPool");
    return pool != nullptr && pool->attrs.Has("pads");
  });
  const Node* pool = FindNode(small, "MaxPool");
  EXPECT_FALSE(pool->attrs.Has("strides"));
  EXPECT_EQ(*pool->attrs.Get<std::vector<int64_t>>("pads"), (std::vector<int64_t>{0, 0}));
}

TEST(Attributes, NumbersBecomeSimple) {
  const ModelCase start = CaseOf("graph (x: float32[2]) -> (y) { y = LeakyRelu<alpha=0.37>(x) }");
  const ModelCase small = AfterPass("attributes", start, [](const ModelCase& now) {
    const float* alpha = FindNode(now, "LeakyRelu")->attrs.Get<float>("alpha");
    return alpha != nullptr && *alpha > 0.1F;
  });
  EXPECT_EQ(*FindNode(small, "LeakyRelu")->attrs.Get<float>("alpha"), 1.0F);
}

}  // namespace
}  // namespace assay::reduce
