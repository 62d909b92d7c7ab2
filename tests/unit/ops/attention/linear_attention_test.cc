#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

Result<Outputs> Linear(const std::string& rule, std::vector<Known> inputs) {
  return RunOp("LinearAttention",
               {{"q_num_heads", int64_t{1}},
                {"kv_num_heads", int64_t{1}},
                {"update_rule", rule},
                {"scale", 1.f}},
               inputs, {.opset = 27, .outputs = 2});
}
const Known kQ = Floats({1, 2, 1}, {1, 1}), kK = Floats({1, 2, 1}, {2, 3}),
            kV = Floats({1, 2, 1}, {5, 7});

TEST(LinearAttention, AccumulatesOuterProducts) {
  const auto y = Linear("linear", {kQ, kK, kV});
  EXPECT_THAT(Values(y), ElementsAre(10, 31));
  EXPECT_THAT(Values(y, 1), ElementsAre(31));
}

TEST(LinearAttention, DecaysBeforeWriting) {
  const auto y = Linear("gated", {kQ, kK, kV, Known(), Floats({1, 2, 1}, {0, std::log(0.5)})});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(10, 1e-6), DoubleNear(26, 1e-5)));
}

TEST(LinearAttention, DeltaWritesTheDifference) {
  // S1 = 0.5 * 2 * (5 - 0) = 5; S2 = 5 + 0.5 * 3 * (7 - 15) = -7.
  EXPECT_THAT(
      Values(Linear("delta", {kQ, kK, kV, Known(), Known(), Floats({1, 2, 1}, {0.5, 0.5})})),
      ElementsAre(5, -7));
}

TEST(LinearAttention, StartsFromThePastState) {
  EXPECT_THAT(Values(Linear("linear", {kQ, kK, kV, Floats({1, 1, 1, 1}, {100})})),
              ElementsAre(110, 131));
}

TEST(LinearAttention, RefusesMissingGates) {
  EXPECT_THAT(MessageOf(Linear("gated", {kQ, kK, kV})), HasSubstr("gated needs the decay input"));
  EXPECT_THAT(MessageOf(Linear("cubic", {kQ, kK, kV})), HasSubstr("'cubic'"));
}

}  // namespace
}  // namespace assay::ops
