#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(NAI, InvertsSomeNeurons) {
  const Model model = Mutated("NAI", R"(graph (x: float32[1,1,2,2]) -> (y) {
    w: float32[10,1,1,1] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    b: float32[10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    y = Conv(x, w, b)
  })");
  const auto w = WeightOf(model, "Conv", 1);
  EXPECT_EQ(w, WeightOf(model, "Conv", 2));
  int inverted = 0;
  for (size_t i = 0; i < w.size(); ++i) {
    EXPECT_EQ(std::abs(w[i]), static_cast<double>(i + 1));
    inverted += w[i] < 0 ? 1 : 0;
  }
  EXPECT_EQ(inverted, 3);
}

TEST(NAI, QuantisedWeightsAreIntegers) {
  const Model model = Mutated("NAI", R"(graph (x: float32[1,1,2,2]) -> (y) {
    q: int8[3,1,1,1] = [-128, -128, -128]
    s: float32[] = 0.1
    w = DequantizeLinear(q, s)
    y = Conv(x, w)
  })");
  const Tensor* q = model.graph.initializer(model.graph.node(0).inputs[0]);
  EXPECT_EQ(q->IntAt(0) + q->IntAt(1) + q->IntAt(2), 127 - 128 - 128);  // one of three, cut to int8
}

// Running statistics are no neuron's.
TEST(NAI, VariancesStay) {
  const Model model = Mutated("NAI", R"(graph (x: float32[2,2,3]) -> (y) {
    s: float32[2] = [1, 2]
    v: float32[2] = [1, 2]
    y = BatchNormalization(x, s, s, s, v)
  })");
  EXPECT_EQ(WeightOf(model, "BatchNormalization", 3), (std::vector<double>{1, 2}));
  EXPECT_EQ(WeightOf(model, "BatchNormalization", 4), (std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace assay::mutate::study_tests
