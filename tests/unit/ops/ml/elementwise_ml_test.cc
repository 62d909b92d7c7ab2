#include "tests/unit/ops/op_test.h"

namespace assay::ops::elementwise_ml_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

TEST(Binarizer, StrictlyAbove) {
  EXPECT_THAT(Values(RunOp("Binarizer", {{"threshold", 1.f}}, {Floats({3}, {0.5, 1, 1.5})}, kMl)),
              ElementsAre(0, 0, 1));
  const auto y = RunOp("Binarizer", {{"threshold", 1.f}}, {Reals({1}, {Between(0.9, 1.1)})}, kMl);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1));
}
TEST(Imputer, ReplacesNumbersAndNaN) {
  EXPECT_THAT(Values(RunOp("Imputer",
                           {{"imputed_value_floats", std::vector<float>{7, 8}},
                            {"replaced_value_float", 1.f}},
                           {Floats({2, 2}, {1, 1, 2, 1})}, kMl)),
              ElementsAre(7, 8, 2, 8));
  EXPECT_THAT(Values(RunOp("Imputer",
                           {{"imputed_value_floats", std::vector<float>{7}},
                            {"replaced_value_float", static_cast<float>(kNaN)}},
                           {Floats({2}, {kNaN, 2})}, kMl)),
              ElementsAre(7, 2));
  EXPECT_THAT(MessageOf(RunOp("Imputer", {}, {Ints({1}, {1})}, kMl)), HasSubstr("imputed values"));
}
TEST(Scaler, OffsetThenScale) {
  EXPECT_THAT(
      Values(RunOp("Scaler",
                   {{"offset", std::vector<float>{1, 2}}, {"scale", std::vector<float>{2, 4}}},
                   {Floats({1, 2}, {3, 5})}, kMl)),
      ElementsAre(4, 12));
}
TEST(Normalizer, Norms) {
  const Known x = Floats({1, 2}, {3, 4});
  const auto run = [&](const std::string& norm) {
    return Values(RunOp("Normalizer", {{"norm", norm}}, {x}, kMl));
  };
  EXPECT_THAT(run("MAX"), ElementsAre(0.75, 1));
  EXPECT_THAT(run("L1"), ElementsAre(DoubleNear(3.0 / 7, 1e-12), DoubleNear(4.0 / 7, 1e-12)));
  EXPECT_THAT(run("L2"), ElementsAre(DoubleNear(0.6, 1e-12), DoubleNear(0.8, 1e-12)));
}
TEST(Normalizer, ZeroRowsStayAndNegativeOnesAreOpen) {
  EXPECT_THAT(
      Values(RunOp("Normalizer", {{"norm", std::string("L1")}}, {Floats({2}, {0, 0})}, kMl)),
      ElementsAre(0, 0));
  const auto y = RunOp("Normalizer", {{"norm", std::string("L1")}}, {Floats({2}, {-1, 2})}, kMl);
  EXPECT_TRUE((*y)[0].tensor.real(0).undetermined());
}

}  // namespace
}  // namespace assay::ops::elementwise_ml_test
