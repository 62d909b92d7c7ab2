#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(MeanAsSumDiv, DividesByTheNumberOfTerms) {
  const Model m = Apply("mean-as-sum-div",
                        "graph (x: float32[2,3,4]) -> (y) { y = ReduceMean<keepdims=0>(x) }");
  EXPECT_EQ(Ops(m), "ReduceSum Div");
  EXPECT_EQ(m.graph.initializer(Last(m, "Div").inputs[1])->RealAt(0), 24);
}

TEST(ReduceSplitAxes, TakesTheLastAxisFirst) {
  const Model m = Apply("reduce-split-axes", R"(graph (x: float32[2,3,4]) -> (y) {
    a: int64[2] = [-1, 0]  y = ReduceMax<keepdims=0>(x, a) })");
  EXPECT_EQ(Ops(m), "ReduceMax ReduceMax");
  EXPECT_EQ(IntsOf(m, m.graph.node(0), 1), std::vector<int64_t>{2});
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[3]");
}

TEST(Pooling, IsAReduction) {
  EXPECT_EQ(OpsAfter("global-pool-as-reduce",
                     "graph (x: float32[2,3,4,4]) -> (y) { y = GlobalMaxPool(x) }"),
            "ReduceMax");
  EXPECT_THAT(OpsAfter("mean-as-pool", R"(graph (x: float32[2,3,4,4]) -> (y) {
    a: int64[2] = [2, 3]  y = ReduceMean<keepdims=0>(x, a) })"),
              AnyOf("GlobalAveragePool Squeeze", "AveragePool Squeeze"));
  EXPECT_EQ(SiteCount("mean-as-pool", R"(graph (x: float32[2,3,4,4]) -> (y) {
    a: int64[2] = [1, 2]  y = ReduceMean(x, a) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
