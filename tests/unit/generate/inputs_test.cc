#include "generate/inputs.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::generate {
namespace {

TEST(RandomInputs, FollowTheTypes) {
  const Model model = ParseModelText(R"(model ir=10 opset=21
graph g (x: float32[3,batch], i: int64[4]) -> (y: float32[3,batch]) {
  y = Relu(x)
})")
                          .value();
  Rng rng(1);
  const auto inputs = RandomInputs(model.graph, rng);
  ASSERT_TRUE(inputs.ok());
  EXPECT_EQ((*inputs)[0].tensor.shape(), (Shape{3, 2}));  // an unknown size becomes 2
  for (const int64_t index : (*inputs)[1].tensor.Ints()) {
    EXPECT_GE(index, 0);
    EXPECT_LE(index, 3);
  }
}

}  // namespace
}  // namespace assay::generate
