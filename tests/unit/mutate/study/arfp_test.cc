#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests::arfp_test {
namespace {

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(ARFp, ReplacesByEveryOtherActivation) {
  const auto all = AllOps("ARFp", kRelu, 300);
  EXPECT_EQ(all.size(), 13u);
  EXPECT_FALSE(all.contains("Relu"));
  EXPECT_TRUE(all.contains("Mish"));
}

TEST(ARFp, OnlyWhatTheOpsetHas) {
  const auto all =
      AllOps("ARFp", "model ir=4 opset=7 graph (x: float32[2,3]) -> (y) { y = Relu(x) }", 200);
  EXPECT_THAT(all, testing::ElementsAre("Elu", "HardSigmoid", "LeakyRelu", "Selu", "Sigmoid",
                                        "Softplus", "Softsign", "Tanh"));
}

TEST(ARFp, ParametersOfTheOldOneGo) {
  const Model model = Mutated("ARFp", R"(graph (x: float32[2,3]) -> (y) {
    s: float32[3] = fill(0.2)
    y = PRelu(x, s)
  })");
  EXPECT_EQ(model.graph.node(0).inputs.size(), 1u);
  EXPECT_TRUE(model.graph.initializers().empty());
}

TEST(ARFp, HasTheNamesOfTheLiterature) {
  for (const std::string_view name : {"AFRp", "ARep", "RA", "arfp"})
    EXPECT_EQ(FindMutator(name), FindMutator("ARFp"));
}

}  // namespace
}  // namespace assay::mutate::study_tests::arfp_test
