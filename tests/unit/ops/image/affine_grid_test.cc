#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

const Known kIdentity = Floats({1, 2, 3}, {1, 0, 0, 0, 1, 0});

TEST(AffineGrid, Identity) {
  EXPECT_THAT(Values(RunOp("AffineGrid", {}, {kIdentity, Ints({4}, {1, 1, 1, 2})})),
              ElementsAre(-0.5, 0, 0.5, 0));
  EXPECT_THAT(Values(RunOp("AffineGrid", {{"align_corners", int64_t{1}}},
                           {kIdentity, Ints({4}, {1, 1, 2, 2})})),
              ElementsAre(-1, -1, 1, -1, -1, 1, 1, 1));
}

TEST(AffineGrid, TranslationAndOneElement) {
  EXPECT_THAT(Values(RunOp("AffineGrid", {},
                           {Floats({1, 2, 3}, {1, 0, 5, 0, 1, 7}), Ints({4}, {1, 1, 1, 1})})),
              ElementsAre(5, 7));
  const auto y =
      RunOp("AffineGrid", {{"align_corners", int64_t{1}}}, {kIdentity, Ints({4}, {1, 1, 1, 1})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(-1));
}

TEST(AffineGrid, Refuses) {
  EXPECT_FALSE(RunOp("AffineGrid", {}, {kIdentity, Ints({5}, {1, 1, 1, 1, 1})}).ok());
  EXPECT_FALSE(RunOp("AffineGrid", {}, {kIdentity, Ints({4}, {1, 1, -1, 1})}).ok());
}

// In float16 three steps of 2/3 end below 1.
TEST(AffineGrid, TheLastCornerMayBeRounded) {
  const Known identity = Numbers(DType::kFloat16, {1, 2, 3}, {1, 0, 0, 0, 1, 0});
  const auto y =
      RunOp("AffineGrid", {{"align_corners", int64_t{1}}}, {identity, Ints({4}, {1, 1, 2, 4})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(6).contains(0.99951171875));
  EXPECT_FALSE((*y)[0].tensor.real(6).contains(0.99));
  EXPECT_TRUE((*y)[0].tensor.real(0).point());
}

}  // namespace
}  // namespace assay::ops
