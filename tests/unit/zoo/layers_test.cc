// The moments that layers predict are those the reference computes.
#include "zoo/layers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::zoo::layers_test {
namespace {

struct Measured {
  double mean = 0, var = 0;
};

// Ends the model in `y` and measures it over all channels.
Measured RunModel(Builder& b, ValueId y) {
  b.Output(y, "y");
  Subject subject = b.Finish();
  EXPECT_TRUE(ops::InferTypes(subject.model).ok());
  const auto result =
      reference::Evaluate(subject.model, {Known::From(subject.inputs[0], Rules{}).value()});
  EXPECT_TRUE(result.ok());
  const auto values = result->outputs[0].tensor.v();
  Measured out;
  for (const double v : values) out.mean += v / double(values.size());
  for (const double v : values) out.var += (v - out.mean) * (v - out.mean) / double(values.size());
  return out;
}

class Layers : public testing::TestWithParam<Size> {
 protected:
  Rng rng_{42};
  Builder b_{"layers", 20, GetParam(), rng_};
  ValueId x_ = b_.Input("x", NormalTensor(rng_, {1, 8, 12, 12}, 0.5, 2));

  void ExpectPredicted(ValueId y, double tolerance) {
    const Moments expected = b_.moments(y).Pooled();
    const Measured got = RunModel(b_, y);
    EXPECT_NEAR(got.mean, expected.mean[0], tolerance * std::sqrt(expected.var[0]));
    EXPECT_NEAR(got.var, expected.var[0], 2 * tolerance * double{expected.var[0]});
  }
};

TEST_P(Layers, Convolution) { ExpectPredicted(Conv(b_, "conv", x_, 16, {.bias = true}), 0.2); }

TEST_P(Layers, StridedPaddedAsTensorFlowDoes) {
  ExpectPredicted(
      Conv(b_, "conv", x_, 16, {.kernel = 5, .stride = 2, .padding = Padding::kSameUpper}), 0.3);
}

TEST_P(Layers, NormalisedAndRectified) { ExpectPredicted(ConvBn(b_, "block", x_, 16), 0.3); }

TEST_P(Layers, TransposedConvolutionKeepsTheScale) {
  const Measured got = RunModel(b_, ConvTranspose(b_, "up", x_, 8, 4, 2, 1));
  EXPECT_GT(got.var, 0.2);
  EXPECT_LT(got.var, 4);
}

TEST_P(Layers, LinearAfterFlatten) {
  ExpectPredicted(Linear(b_, "fc", Flatten(b_, "flatten", x_), 64), 0.5);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Layers, testing::Values(Size::kSmall, Size::kFull),
                         [](const auto& test) {
                           return test.param == Size::kSmall ? "small" : "full";
                         });

}  // namespace
}  // namespace assay::zoo::layers_test
