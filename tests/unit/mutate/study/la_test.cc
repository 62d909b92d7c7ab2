#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

constexpr std::string_view kImage = R"(graph (x: float32[1,2,4,4]) -> (y) {
  w: float32[2,2,1,1] = [1, 0, 0, 1]
  c = Conv(x, w)
  y = Relu(c)
})";

TEST(LA, InsertsOneLayerBehindALayer) {
  const auto all = AllOps("LA", kImage);
  EXPECT_THAT(all, testing::IsSupersetOf({"Conv Conv Relu", "Conv MaxPool Relu",
                                          "Conv BatchNormalization Relu", "Conv MatMul Add Relu",
                                          "Conv Dropout Relu", "Conv Pad Slice Relu",
                                          "Conv LayerNormalization Relu"}));
}

TEST(LA, KeepsNamesAndTypes) {
  const Model model = Mutated("LA", kImage);
  EXPECT_EQ(TypeOf(model, "c"), "float32[1,2,4,4]");
  EXPECT_EQ(model.graph.node(0).outputs[0], model.graph.Find("c_before"));
}

TEST(LA, NewLayersCarryTheRole) {
  const Model model = Mutated("LA", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,3] = fill(1)
    ["head/dense"] y = MatMul(x, w)
  })");
  EXPECT_TRUE(model.graph.node(1).name.starts_with("head/")) << model.graph.node(1).name;
}

// Opset 7 has no LayerNormalization, and Pad and Slice take their amounts as attributes.
TEST(LA, UsesTheFormsOfTheOpset) {
  const auto all = AllOps("LA", R"(model ir=4 opset=7
    graph (x: float32[2,3]) -> (y) { w: float32[3,3] = fill(1)  y = MatMul(x, w) })");
  EXPECT_TRUE(all.contains("MatMul Pad Slice"));
  EXPECT_FALSE(all.contains("MatMul LayerNormalization"));
}

TEST(LA, LeavesAloneWhatFeedsALogarithm) {
  EXPECT_FALSE(TryMutate("LA", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,3] = fill(1)
    h = MatMul(x, w)
    y = Log(h)
  })")
                   .ok());
}

TEST(LA, UnconstrainedWeightsAreNotScaled) {
  double scaled = 0, free = 0;
  for (uint64_t seed = 0; seed < 40; ++seed)
    for (const bool unconstrained : {false, true}) {
      const auto mutant = TryMutate("LA", R"(graph (x: float32[2,64]) -> (y) {
        w: float32[64,64] = fill(0.1)
        y = Gemm(x, w)
      })",
                                    seed, {.unconstrained = unconstrained});
      if (Ops(mutant->result.model) != "Gemm MatMul Add") continue;
      for (const double w : WeightOf(mutant->result.model, "MatMul", 1))
        (unconstrained ? free : scaled) = std::max(unconstrained ? free : scaled, std::abs(w));
    }
  EXPECT_LT(scaled, 1);
  EXPECT_GT(free, 2);
}

}  // namespace
}  // namespace assay::mutate::study_tests
