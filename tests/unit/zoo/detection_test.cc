#include "zoo/detection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::zoo {
namespace {

TEST(GridAnchors, LieAtTheCentresOfTheCells) {
  const std::vector<Anchor> anchors = GridAnchors(2, 2, {{0.5, 0.25}, {1, 1}});
  ASSERT_EQ(anchors.size(), 8u);
  EXPECT_FLOAT_EQ(anchors[0].y, 0.25);
  EXPECT_FLOAT_EQ(anchors[2].x, 0.75);  // the second cell of the first row
  EXPECT_FLOAT_EQ(anchors[0].h, 0.5);
  EXPECT_FLOAT_EQ(anchors[1].w, 1);
}

TEST(DecodeBoxes, NoOffsetGivesTheAnchor) {
  Rng rng(1);
  Builder b("boxes", 17, Size::kSmall, rng);
  // The second box: twice as high (exp(0.2 * t) = 2), moved right by its width (0.1 * t = 1).
  const ValueId x = b.Input(
      "x", FloatTensor({1, 2, 4}, {0, 0, 0, 0, 0, 10, static_cast<float>(5 * std::log(2.0)), 0}));
  b.Output(DecodeBoxes(b, "decode", x, {{0.5f, 0.5f, 0.4f, 0.2f}, {0.5f, 0.5f, 0.4f, 0.2f}}), "y");
  Subject subject = b.Finish();
  ASSERT_TRUE(ops::InferTypes(subject.model).ok());
  const auto result =
      reference::Evaluate(subject.model, {Known::From(subject.inputs[0], Rules{}).value()});
  ASSERT_TRUE(result.ok());
  const auto y = result->outputs[0].tensor.v();
  const double expected[] = {0.3, 0.4, 0.7, 0.6, 0.1, 0.6, 0.9, 0.8};
  for (size_t i = 0; i < 8; ++i) EXPECT_NEAR(y[i], expected[i], 1e-6) << i;
}

}  // namespace
}  // namespace assay::zoo
