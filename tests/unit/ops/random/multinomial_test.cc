#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Multinomial, DrawsPossibleClasses) {
  const auto y =
      RunOp("Multinomial", {{"sample_size", int64_t{20}}}, {Floats({1, 3}, {-kInf, 0, -kInf})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 20}));
  for (const double drawn : Values(y)) EXPECT_EQ(drawn, 1);
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kInt32);
}
TEST(Multinomial, RefusesNoSamples) {
  EXPECT_THAT(
      MessageOf(RunOp("Multinomial", {{"sample_size", int64_t{0}}}, {Floats({1, 2}, {0, 0})})),
      HasSubstr("sample_size 0"));
}

}  // namespace
}  // namespace assay::ops
