#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Bernoulli, CertainProbabilitiesLeaveNoChoice) {
  const auto y = RunOp("Bernoulli", {}, {Floats({3}, {0, 1, 0.5})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_TRUE((*y)[0].tensor.real(0).point());
  EXPECT_EQ((*y)[0].tensor.real(1).lo, 1);
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(0));
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(1));
}
TEST(Bernoulli, OutputType) {
  const auto y = RunOp("Bernoulli", {{"dtype", int64_t{9}}}, {Floats({1}, {1})});
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kBool);
  EXPECT_THAT(MessageOf(RunOp("Bernoulli", {{"dtype", int64_t{8}}}, {Floats({1}, {1})})),
              HasSubstr("dtype 8"));
}

}  // namespace
}  // namespace assay::ops
