#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// Doubles what it is given, standing for a subgraph.
class Doubler : public SubgraphRunner {
 public:
  Result<std::vector<Known>> Run(const Graph&, std::vector<Known> inputs) override {
    Bounded x = inputs[0].tensor;
    for (int64_t i = 0; i < x.count(); ++i) {
      const Real e = x.real(i);
      x.set(i, Real{2 * e.v, 2 * e.lo, 2 * e.hi, e.nan});
    }
    return std::vector<Known>{Known(std::move(x))};
  }
};

const RunOptions kPreview = {.opset = 1, .domain = "ai.onnx.preview"};

TEST(FlexAttention, PlainAttention) {
  const auto y = RunOp("FlexAttention", {},
                       {Floats({1, 1, 1, 1}, {1}), Floats({1, 1, 2, 1}, {0, std::log(3)}),
                        Floats({1, 1, 2, 1}, {4, 8})},
                       kPreview);
  EXPECT_NEAR(Values(y)[0], 7, 1e-6);  // weights 1/4 and 3/4
  EXPECT_LT((*y)[0].tensor.real(0).width(), 1e-3);
}

TEST(FlexAttention, ModifiersRunOnScoresAndProbabilities) {
  Doubler doubler;
  RunOptions options = kPreview;
  options.subgraphs = &doubler;
  const auto graph = std::make_shared<const Graph>();
  const std::vector<Known> in = {Floats({1, 1, 1, 1}, {1}), Floats({1, 1, 2, 1}, {0, std::log(3)}),
                                 Floats({1, 1, 2, 1}, {4, 8})};
  EXPECT_NEAR(Values(RunOp("FlexAttention", {{"score_mod", GraphPtr(graph)}}, in, options))[0], 7.6,
              1e-6);  // 1/10 and 9/10
  EXPECT_NEAR(Values(RunOp("FlexAttention", {{"prob_mod", GraphPtr(graph)}}, in, options))[0], 14,
              1e-6);
}

TEST(FlexAttention, RefusesOtherRanks) {
  const Known x = Floats({1, 1, 1}, {1});
  EXPECT_THAT(MessageOf(RunOp("FlexAttention", {}, {x, x, x}, kPreview)), HasSubstr("need rank 4"));
}

}  // namespace
}  // namespace assay::ops
