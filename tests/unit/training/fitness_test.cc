#include "training/fitness.h"

#include "lessons.h"

namespace assay::training {
namespace {

Graph GraphOf(const char* text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return model.graph;
}

TEST(Fitness, HalfTypesAreLeftToInference) {
  EXPECT_FALSE(CheckFitness(GraphOf("graph (x: float16[2]) -> (y) { y = Relu(x) }"), {}).ok());
  EXPECT_TRUE(CheckFitness(GraphOf("graph (x: float64[2]) -> (y) { y = Relu(x) }"), {}).ok());
}

TEST(Fitness, TheCoarsestTypeCounts) {
  const Graph graph = GraphOf("graph (x: float64[2]) -> (y) { c = Cast<to=1>(x) y = Relu(c) }");
  EXPECT_EQ(CoarsestUnit(graph), FormatOf(DType::kFloat32).unit);
}

TEST(Fitness, CurvesNeedModelsWithoutSteps) {
  const Graph smooth = GraphOf("graph (x: float32[2]) -> (y) { y = Relu(x) }");
  EXPECT_TRUE(FitForCurves(smooth, smooth));
  for (const char* text :
       {"graph (x: float32[2]) -> (y) { y = Floor(x) }",
        "graph (x: float32[2]) -> (y) { i = ArgMax(x) y = Cast<to=1>(i) }",
        "graph (x: float32[2]) -> (y) { c = Cast<to=7>(x) y = Cast<to=1>(c) }"}) {
    const Graph graph = GraphOf(text);
    EXPECT_FALSE(FitForCurves(graph, graph)) << text;
  }
  const Graph sized = GraphOf("graph (x: float32[2]) -> (y) { s = Shape(x) y = Reshape(x, s) }");
  EXPECT_TRUE(FitForCurves(sized, sized));
}

}  // namespace
}  // namespace assay::training
