#include "apply.h"

namespace assay::mutate::developer_tests::mixed_precision_test {
namespace {

constexpr std::string_view kLayer = R"(graph (x: float32[2,3]) -> (y) {
  w: float32[3,3] = fill(0.1)
  y = MatMul(x, w)
})";

TEST(MixedPrecision, CastsAroundTheRegion) {
  bool bfloat16 = false;
  for (const ModelCase& mutant : Mutants("mixed-precision", CaseOf(kLayer))) {
    const Graph& graph = mutant.model.graph;
    EXPECT_THAT(OpsOf(graph), testing::ElementsAre("Cast", "MatMul", "Cast"));
    const DType inside = DTypeOf(graph, graph.node(1).outputs[0]);
    EXPECT_TRUE(inside == DType::kFloat16 || inside == DType::kBfloat16);
    bfloat16 = bfloat16 || inside == DType::kBfloat16;
    EXPECT_EQ(DTypeOf(graph, graph.node(1).inputs[1]), inside);
    EXPECT_EQ(DTypeOf(graph, graph.outputs[0]), DType::kFloat32);
    EXPECT_EQ(graph.initializer(graph.Find("w")), nullptr);
  }
  EXPECT_TRUE(bfloat16);
}

TEST(MixedPrecision, DoublePrecisionIsClose) {
  const ModelCase base = CaseOf(kLayer);
  for (const ModelCase& mutant : Mutants("double-precision", base, 5)) {
    EXPECT_EQ(DTypeOf(mutant.model.graph, mutant.model.graph.node(1).outputs[0]), DType::kFloat64);
    const std::vector<double> before = FirstOutput(base), after = FirstOutput(mutant);
    for (size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-6);
  }
}

TEST(MixedPrecision, LeavesIndicesAlone) {
  EXPECT_EQ(SiteCount("mixed-precision", R"(graph (x: float32[2], d: float32[9]) -> (y) {
    a = Relu(x)
    i = Cast<to=int64>(a)
    y = Gather(d, i)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests::mixed_precision_test
