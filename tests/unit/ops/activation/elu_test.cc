// Elu, Celu, Selu: values on both sides of 0, alphas, accuracy near 0.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::elu_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const char* op, Attrs attrs, double x, RunOptions options = {}) {
  return (*RunOp(op, std::move(attrs), {Floats({1}, {x})}, options))[0].tensor.real(0);
}

TEST(Elu, HasTheKnownValues) {
  EXPECT_THAT(Values(RunOp("Elu", {}, {Floats({2}, {0, 2.5})})), ElementsAre(0, 2.5));
  EXPECT_TRUE(First("Elu", {{"alpha", 2.0F}}, -1).contains(2 * (0.36787944117144233 - 1)));
  EXPECT_FALSE(First("Elu", {{"alpha", 2.0F}}, -1).contains(-1.2655));
  EXPECT_TRUE(First("Elu", {{"alpha", 2.0F}}, -kInf).contains(-2));
}

TEST(Celu, DividesByAlphaInside) {
  EXPECT_TRUE(
      First("Celu", {{"alpha", 2.0F}}, -2, {.opset = 21}).contains(2 * (0.36787944117144233 - 1)));
  EXPECT_TRUE(First("Celu", {{"alpha", -1.0F}}, -1, {.opset = 21}).contains(-1.718281828459045));
  EXPECT_TRUE(First("Celu", {{"alpha", 0.0F}}, -1, {.opset = 21}).undetermined());
}

TEST(Selu, HasItsDefaults) {
  EXPECT_TRUE(First("Selu", {}, 1).contains(1.05070102214813232421875));
  EXPECT_TRUE(First("Selu", {}, -1)
                  .contains(1.05070102214813232421875 * 1.67326319217681884765625 *
                            (0.36787944117144233 - 1)));
  EXPECT_FALSE(First("Selu", {}, -1).contains(-1.1124));
}

// exp(x) - 1 gives 0 for a tiny negative x; expm1 does not.
TEST(Elu, NearZeroTheErrorIsAbsoluteInTheLenientTier) {
  EXPECT_TRUE(First("Elu", {}, -1e-9).contains(0));
  RunOptions strict;
  strict.rules.tier = Tier::kStrict;
  EXPECT_FALSE(First("Elu", {}, -1e-9, strict).contains(0));
}

TEST(Elu, AnInfiniteAlphaIsRefused) {
  EXPECT_THAT(MessageOf(RunOp("Elu", {{"alpha", static_cast<float>(kInf)}}, {Floats({1}, {1})})),
              HasSubstr("not finite"));
  EXPECT_THAT(Values(RunOp("Elu", {}, {Floats({0}, {})})), ElementsAre());
}

}  // namespace
}  // namespace assay::ops::elu_test
