#include "mutate/variance.h"

#include <gtest/gtest.h>

#include "tests/unit/mutate/sample_models_study.h"

namespace assay::mutate::study_tests {
namespace {

bool EndsInVariance(const std::string& statements) {
  const Model model =
      StudySample("graph (x: float32[1,1,4,4], y: float32[1,1,4,4]) -> (v) { " + statements + " }")
          .model;
  const Graph& graph = model.graph;
  return IsVariance(graph, graph.Producers(), graph.node(graph.node_count() - 1));
}

TEST(Variance, MeanOfSquaresMinusSquareOfMean) {
  EXPECT_TRUE(
      EndsInVariance("m = GlobalAveragePool(x) s = Mul(x, x) e = GlobalAveragePool(s) q = Mul(m, "
                     "m) v = Sub(e, q)"));
}

TEST(Variance, OfAnotherValueItIsNone) {
  EXPECT_FALSE(
      EndsInVariance("m = GlobalAveragePool(y) s = Mul(x, x) e = GlobalAveragePool(s) q = Mul(m, "
                     "m) v = Sub(e, q)"));
}

TEST(Variance, ACovarianceIsNone) {
  EXPECT_FALSE(
      EndsInVariance("m = GlobalAveragePool(x) s = Mul(x, y) e = GlobalAveragePool(s) q = Mul(m, "
                     "m) v = Sub(e, q)"));
}

TEST(Variance, AWindowMustBeAnAverage) {
  const auto with = [](const std::string& weight) {
    return "w: float32[1,1,2,2] = fill(" + weight +
           ") m = Conv(x, w) s = Mul(x, x) e = Conv(s, w) q = Mul(m, m) v = Sub(e, q)";
  };
  EXPECT_TRUE(EndsInVariance(with("0.25")));
  EXPECT_FALSE(EndsInVariance(with("0.5")));
  EXPECT_FALSE(EndsInVariance(with("-0.25")));
}

}  // namespace
}  // namespace assay::mutate::study_tests
