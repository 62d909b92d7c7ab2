#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(LpPool, Norms) {
  Attrs attrs = {{"kernel_shape", std::vector<int64_t>{2}}};
  EXPECT_THAT(Values(RunOp("LpPool", attrs, {Floats({1, 1, 2}, {-3, 4})})),
              ElementsAre(DoubleNear(5, 1e-12)));
  attrs.Set("p", int64_t{1});
  EXPECT_THAT(Values(RunOp("LpPool", attrs, {Floats({1, 1, 2}, {-3, 4})})), ElementsAre(7));
  attrs.Set("p", int64_t{3});
  EXPECT_THAT(Values(RunOp("LpPool", attrs, {Floats({1, 1, 2}, {-3, 4})})),
              ElementsAre(DoubleNear(std::cbrt(91.0), 1e-12)));
  attrs.Set("p", int64_t{0});
  EXPECT_FALSE(RunOp("LpPool", attrs, {Floats({1, 1, 2}, {-3, 4})}).ok());
}

TEST(LpPool, NeverNegative) {
  const auto y = RunOp("LpPool", {{"kernel_shape", std::vector<int64_t>{1}}, {"p", int64_t{3}}},
                       {Reals({1, 1, 1}, {Between(-1, 1)})});
  ASSERT_TRUE(y.ok());
  EXPECT_GE((*y)[0].tensor.real(0).lo, -1e-30);
  EXPECT_GE((*y)[0].tensor.real(0).hi, 1);
}

TEST(GlobalLpPool, NormOfAll) {
  EXPECT_THAT(Values(RunOp("GlobalLpPool", {}, {Floats({1, 1, 2, 2}, {1, 1, 1, 1})})),
              ElementsAre(DoubleNear(2, 1e-12)));
}

}  // namespace
}  // namespace assay::ops
