// Dropout: inference, training with and without a ratio, masks of all versions.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Dropout, InferencePassesItsInputOn) {
  const auto y = RunOp("Dropout", {}, {Floats({2}, {1, 2}), Floats({}, {0.9})}, {.outputs = 2});
  EXPECT_THAT(Values(y, 0), ElementsAre(1, 2));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 1));
  EXPECT_EQ((*y)[1].tensor.dtype(), DType::kBool);
  const auto old =
      RunOp("Dropout", {{"ratio", 0.5F}}, {Floats({1}, {3})}, {.opset = 7, .outputs = 2});
  EXPECT_EQ((*old)[1].tensor.dtype(), DType::kFloat32);
}

TEST(Dropout, ARatioOfZeroKeepsEverythingInTraining) {
  const auto y =
      RunOp("Dropout", {}, {Floats({2}, {1, 2}), Floats({}, {0}), Bools({}, {1})}, {.outputs = 2});
  EXPECT_THAT(Values(y), ElementsAre(1, 2));
  EXPECT_TRUE(Exact(y, 1));
}

TEST(Dropout, TrainingAdmitsZeroAndTheScaledValue) {
  const auto y =
      RunOp("Dropout", {}, {Floats({1}, {3}), Floats({}, {0.75}), Bools({}, {1})}, {.outputs = 2});
  const Real e = (*y)[0].tensor.real(0);
  EXPECT_TRUE(e.contains(0));
  EXPECT_TRUE(e.contains(12));
  EXPECT_FALSE(e.contains(13));
  EXPECT_EQ((*y)[1].tensor.integer(0).hi, 1);
}

TEST(Dropout, TheAdversaryDropsTheShareThatTheRatioSays) {
  Rng rng(5);
  RunOptions options{.outputs = 2};
  options.adversary = &rng;
  const std::vector<double> ones(4000, 1.0);
  const auto y =
      RunOp("Dropout", {}, {Floats({4000}, ones), Floats({}, {0.25}), Bools({}, {1})}, options);
  double kept = 0;
  for (const double m : Values(y, 1)) kept += m;
  EXPECT_NEAR(kept / 4000, 0.75, 0.04);  // about six standard deviations
}

TEST(Dropout, RefusesARatioThatIsNoScalar) {
  EXPECT_THAT(MessageOf(RunOp("Dropout", {}, {Floats({1}, {3}), Floats({2}, {0.5, 0.5})})),
              HasSubstr("ratio must be a scalar"));
}

TEST(Dropout, RefusesRatiosOutsideOfTheRange) {
  EXPECT_THAT(MessageOf(RunOp("Dropout", {}, {Floats({1}, {2}), Floats({}, {1})}, {.opset = 13})),
              HasSubstr("outside [0, 1)"));
}

}  // namespace
}  // namespace assay::ops
