#include <gtest/gtest.h>

#include "gradient/gradient.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::gradient {
namespace {

std::vector<std::string> ParametersOf(const char* text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return Parameters(model);
}

TEST(Parameters, AreFloatTensorsOfAtLeastOneAxis) {
  EXPECT_EQ(ParametersOf(R"(graph (x: float32[2]) -> (y) {
    w: float32[2] = [1, 2]
    two: float32[] = 2
    a = Mul(x, w)
    y = Mul(a, two)
  })"),
            std::vector<std::string>{"w"});
}

TEST(Parameters, ScalesOfQuantisationAreSettings) {
  EXPECT_EQ(ParametersOf(R"(graph (x: float32[2]) -> (y) {
    s: float32[1] = [0.5]
    z: int8[1] = [0]
    q = QuantizeLinear<axis=0>(x, s, z)
    y = DequantizeLinear<axis=0>(q, s, z)
  })"),
            std::vector<std::string>{});
}

}  // namespace
}  // namespace assay::gradient
