#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

TEST(ReduceProd, Multiplies) {
  EXPECT_THAT(Values(RunOp("ReduceProd", {}, {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Ints({1}, {1})})),
              ElementsAre(6, 120));
  EXPECT_THAT(Values(RunOp("ReduceProd", {}, {Floats({0}, {})})), ElementsAre(1));
}

TEST(ReduceProd, IntegersWrap) {
  EXPECT_THAT(Values(RunOp("ReduceProd", {}, {Numbers(DType::kInt32, {3}, {65536, 65536, 5})})),
              ElementsAre(0));
}

TEST(ReduceProd, OrderMayOverflow) {
  const auto y = RunOp("ReduceProd", {}, {Floats({3}, {1e30, 1e30, 1e-30})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(kInf));
}

TEST(ReduceProd, TheAdversaryStaysInside) {
  Rng rng(3);
  for (const DType type : {DType::kFloat32, DType::kFloat16})
    EXPECT_EQ(Escapes("ReduceProd", {}, {Normals(rng, type, {4, 6}), Ints({1}, {1})}), "");
}

}  // namespace
}  // namespace assay::ops
