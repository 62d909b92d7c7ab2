#include "ops/linear/product.h"

#include "ops/size_check.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops::linear_product_test {
namespace {

TEST(Product, LargeProductsKeepInfinityAndNanToTheirRows) {
  // 40 x 40 times 40 x 40: large enough for the fast path.
  std::vector<Real> a(1600, Real::Point(0.1)), b(1600, Real::Point(0.3));
  a[0] = Real::Point(kInf);
  a[41] = Real::MustNan();
  const auto y = RunOp("MatMul", {}, {Reals({40, 40}, a), Reals({40, 40}, b)},
                       {.rules = {.tier = Tier::kStrict}});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  const Bounded& t = (*y)[0].tensor;
  EXPECT_EQ(t.real(0).lo, kInf);
  EXPECT_EQ(t.real(40).nan, Nan::kMust);
  EXPECT_EQ(t.real(80).nan, Nan::kNever);
  EXPECT_NEAR(t.real(80).v, 40 * 0.03, 1e-12);
}

TEST(Product, SizeLimit) {
  EXPECT_TRUE(CheckSize({1000, 1000}).ok());
  EXPECT_FALSE(CheckSize({int64_t{1} << 40, int64_t{1} << 40}).ok());
}

}  // namespace
}  // namespace assay::ops::linear_product_test
