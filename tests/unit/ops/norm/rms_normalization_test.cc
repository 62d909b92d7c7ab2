#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RmsNormalization, DividesByTheRootMeanSquare) {
  const auto y = RunOp("RMSNormalization", {{"epsilon", 0.0F}},
                       {Floats({2, 2}, {1, 7, 0, 2}), Floats({2}, {1, 2})});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(0.2, 1e-12), DoubleNear(2.8, 1e-12), 0,
                                     DoubleNear(2 * std::sqrt(2), 1e-12)));
}

TEST(RmsNormalization, RefusesAnotherStashType) {
  EXPECT_THAT(MessageOf(RunOp("RMSNormalization", {{"stash_type", int64_t{7}}},
                              {Floats({1}, {1}), Floats({1}, {1})})),
              HasSubstr("stash_type 7"));
}

}  // namespace
}  // namespace assay::ops
