// Gelu: both forms, the dip, the tails.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::gelu_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const Real& x, const char* form, DType type = DType::kFloat32) {
  return (*RunOp("Gelu", {{"approximate", std::string(form)}}, {Reals({1}, {x}, type)}))[0]
      .tensor.real(0);
}

TEST(Gelu, HasTheKnownValues) {
  EXPECT_TRUE(First(Real::Point(1), "none").contains(0.8413447460685429));
  EXPECT_FALSE(First(Real::Point(1), "none").contains(0.8414));
  EXPECT_TRUE(First(Real::Point(1), "tanh").contains(0.8411919906082768));
  EXPECT_TRUE(First(Real::Point(0), "none").contains(0));
}

TEST(Gelu, DipsBelowZero) {
  const Real y = First(Between(-1.5, 0.5), "none");
  EXPECT_NEAR(y.lo, -0.16997120747990369, 1e-5);
  EXPECT_NEAR(y.hi, 0.34573123063700656, 1e-5);
}

TEST(Gelu, TailsAreZeroOrLinear) {
  EXPECT_TRUE(First(Real::Point(-1e30), "none").contains(0));
  EXPECT_LT(First(Real::Point(-1e30), "tanh").width(), 1e-4);
  EXPECT_TRUE(First(Real::Point(2e38), "none").contains(kInf));  // 2x overflows before it is halved
  EXPECT_TRUE(First(Real::Point(2e38), "none").contains(2e38));
  EXPECT_TRUE(First(Real::Point(-kInf), "none").contains(kNaN));
}

TEST(Gelu, RefusesOtherForms) {
  EXPECT_THAT(MessageOf(RunOp("Gelu", {{"approximate", std::string("fast")}}, {Floats({1}, {1})})),
              HasSubstr("must be none or tanh"));
}

TEST(Gelu, TanhFormInFloat64AdmitsConstantsInFloat32) {
  const double x = 0.75, z = std::sqrt(double{0.63661977F}) * (x + double{0.044715F} * x * x * x);
  const Real y = (*RunOp("Gelu", {{"approximate", std::string("tanh")}},
                         {Numbers(DType::kFloat64, {1}, {x})}))[0]
                     .tensor.real(0);
  EXPECT_TRUE(y.contains(0.5 * x * (1 + std::tanh(z))));
  EXPECT_FALSE(y.contains(y.v + 1e-7));
}

}  // namespace
}  // namespace assay::ops::gelu_test
