#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Rnn, TanhOfTheSum) {
  const auto y = RunOp("RNN", {{"hidden_size", int64_t{1}}},
                       {Floats({1, 1, 2}, {1, 2}), Floats({1, 1, 2}, {0.5, 0.25}),
                        Floats({1, 1, 1}, {3}), Floats({1, 2}, {0.125, 0.25})},
                       {.outputs = 2});
  EXPECT_NEAR(Values(y)[0], std::tanh(1.375), 1e-12);
  EXPECT_LT((*y)[0].tensor.real(0).width(), 1e-5);
}

TEST(Rnn, ClipLimitsTheActivationsInput) {
  const auto y = RunOp("RNN", {{"hidden_size", int64_t{1}}, {"clip", 0.5f}},
                       {Floats({1, 1, 1}, {9}), Floats({1, 1, 1}, {1}), Floats({1, 1, 1}, {1})});
  EXPECT_NEAR(Values(y)[0], std::tanh(0.5), 1e-12);
}

}  // namespace
}  // namespace assay::ops
