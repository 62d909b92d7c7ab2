#include "apply.h"

namespace assay::mutate::equivalence_tests::copies_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(Copies, AreOneOperatorEach) {
  EXPECT_THAT(OpsAfter("identity", kRelu), HasSubstr("Identity"));
  EXPECT_THAT(OpsAfter("concat-one", kRelu), HasSubstr("Concat"));
  EXPECT_THAT(OpsAfter("tile-one", kRelu), AnyOf("Tile Relu", "Relu Tile"));
  EXPECT_THAT(OpsAfter("expand-same", kRelu), AnyOf("Expand Relu", "Relu Expand"));
  EXPECT_THAT(OpsAfter("dropout-inference", kRelu), AnyOf("Dropout Relu", "Relu Dropout"));
  EXPECT_THAT(OpsAfter("einsum-identity", kRelu), AnyOf("Einsum Relu", "Relu Einsum"));
}

TEST(Copies, DropoutIsNeverTraining) {
  const std::string_view old = "model opset=7 graph (x: float32[2]) -> (y) { y = Relu(x) }";
  EXPECT_TRUE(Last(Apply("dropout-inference", old), "Dropout").attrs.Has("ratio"));
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Model m = Apply("dropout-inference", kRelu, seed);
    const Node& node = Last(m, "Dropout");
    if (node.inputs.size() > 2) {
      EXPECT_EQ(IntsOf(m, node, 2), std::vector<int64_t>{0});
    }
  }
}

TEST(Copies, EinsumIsArithmetic) {
  EXPECT_EQ(FindMutator("einsum-identity")->promise, Promise::kClose);
  EXPECT_EQ(FindMutator("identity")->promise, Promise::kSameBits);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::copies_test
