#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops::gru_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// X = 0, H0 = 2, R = (0, 1, 3), recurrent bias (0, 0, 1).
Result<Outputs> Gru(int64_t linear_before_reset) {
  return RunOp("GRU",
               {{"hidden_size", int64_t{1}},
                {"linear_before_reset", linear_before_reset},
                {"activations", std::vector<std::string>{"Sigmoid", "Affine"}}},
               {Floats({1, 1, 1}, {0}), Floats({1, 3, 1}, {0, 0, 0}), Floats({1, 3, 1}, {0, 1, 3}),
                Floats({1, 6}, {0, 0, 0, 0, 0, 1}), Known(), Floats({1, 1, 1}, {2})},
               {.outputs = 2});
}

TEST(Gru, ResetBeforeOrAfterTheProduct) {
  const double r = Sigmoid(2);
  EXPECT_NEAR(Values(Gru(0))[0], 0.5 * (3 * r * 2 + 1) + 0.5 * 2, 1e-9);
  EXPECT_NEAR(Values(Gru(1))[0], 0.5 * (r * (3 * 2 + 1)) + 0.5 * 2, 1e-9);
}

TEST(Gru, TheMixtureStaysBetweenItsParts) {
  const auto y = RunOp("GRU", {{"hidden_size", int64_t{1}}},
                       {Reals({1, 1, 1}, {Between(-50, 50)}), Floats({1, 3, 1}, {1, 0, 0}),
                        Floats({1, 3, 1}, {0, 0, 0}), Known(), Known(), Floats({1, 1, 1}, {1})},
                       {.outputs = 2});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_GT((*y)[0].tensor.real(0).lo, -0.01);  // between tanh(0) = 0 and the old state 1
  EXPECT_LT((*y)[0].tensor.real(0).hi, 1.01);
}

}  // namespace
}  // namespace assay::ops::gru_test
