#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops::linear_models_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

TEST(LinearRegressor, TargetsAndIntercepts) {
  const auto y = RunOp("LinearRegressor",
                       {{"targets", int64_t{2}},
                        {"coefficients", std::vector<float>{1, 2, 3, 4}},
                        {"intercepts", std::vector<float>{10, 20}}},
                       {Floats({1, 2}, {1, 1})}, kMl);
  EXPECT_THAT(Values(y), ElementsAre(13, 27));
  EXPECT_THAT(MessageOf(RunOp("LinearRegressor", {{"coefficients", std::vector<float>{1, 2, 3}}},
                              {Floats({1, 2}, {1, 1})}, kMl)),
              HasSubstr("3 coefficients for 1 targets and 2 features"));
}
TEST(LinearClassifier, TopLabel) {
  RunOptions options = kMl;
  options.outputs = 2;
  const auto y = RunOp("LinearClassifier",
                       {{"classlabels_ints", std::vector<int64_t>{7, 8, 9}},
                        {"coefficients", std::vector<float>{1, 2, 3}}},
                       {Floats({2, 1}, {1, -1})}, options);
  EXPECT_THAT(Values(y), ElementsAre(9, 7));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 2, 3, -1, -2, -3));
}
TEST(SvmRegressor, Kernels) {
  const auto run = [&](const std::string& kernel) {
    return Values(RunOp("SVMRegressor",
                        {{"kernel_type", kernel},
                         {"n_supports", int64_t{1}},
                         {"coefficients", std::vector<float>{2}},
                         {"support_vectors", std::vector<float>{3, 4}},
                         {"rho", std::vector<float>{1}},
                         {"kernel_params", std::vector<float>{0.5f, 1, 2}}},
                        {Floats({1, 2}, {1, 2})}, kMl))[0];
  };
  EXPECT_EQ(run("LINEAR"), 23);
  EXPECT_NEAR(run("POLY"), 2 * 6.5 * 6.5 + 1, 1e-9);
  EXPECT_NEAR(run("RBF"), 2 * std::exp(-4) + 1, 1e-9);
  EXPECT_NEAR(run("SIGMOID"), 2 * std::tanh(6.5) + 1, 1e-9);
}

}  // namespace
}  // namespace assay::ops::linear_models_test
