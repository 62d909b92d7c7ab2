#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

const RunOptions kTwo = {.opset = 28, .outputs = 2};

TEST(CausalConvWithState, LooksBackOnly) {
  const auto y = RunOp("CausalConvWithState", {},
                       {Floats({1, 1, 3}, {1, 2, 3}), Floats({1, 1, 2}, {10, 1})}, kTwo);
  EXPECT_THAT(Values(y), ElementsAre(1, 12, 23));
  EXPECT_THAT(Values(y, 1), ElementsAre(3));
}

TEST(CausalConvWithState, ShortInputKeepsOldState) {
  const auto y = RunOp("CausalConvWithState", {},
                       {Floats({1, 1, 1}, {5}), Floats({1, 1, 4}, {1, 1, 1, 1}), Known(),
                        Floats({1, 1, 3}, {7, 8, 9})},
                       kTwo);
  EXPECT_THAT(Values(y), ElementsAre(29));
  EXPECT_THAT(Values(y, 1), ElementsAre(8, 9, 5));
}

TEST(CausalConvWithState, Silu) {
  const auto y = RunOp("CausalConvWithState", {{"activation", std::string("silu")}},
                       {Floats({1, 1, 1}, {1}), Floats({1, 1, 1}, {1})}, kTwo);
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(0.7310585786300049, 1e-12)));
  EXPECT_FALSE(RunOp("CausalConvWithState", {{"activation", std::string("relu")}},
                     {Floats({1, 1, 1}, {1}), Floats({1, 1, 1}, {1})}, kTwo)
                   .ok());
}

}  // namespace
}  // namespace assay::ops
