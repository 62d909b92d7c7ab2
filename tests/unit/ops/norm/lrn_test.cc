#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Lrn, AnEvenWindowReachesFurtherUp) {
  // size 2: channel c and c + 1; alpha / size = 1, bias 0, beta 1.
  const auto y =
      RunOp("LRN", {{"size", int64_t{2}}, {"alpha", 2.0F}, {"beta", 1.0F}, {"bias", 0.0F}},
            {Floats({1, 3, 1, 1}, {1, 2, 3})});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(1.0 / 5, 1e-9), DoubleNear(2.0 / 13, 1e-9),
                                     DoubleNear(3.0 / 9, 1e-9)));
}

TEST(Lrn, RefusesAnEmptyWindow) {
  EXPECT_THAT(MessageOf(RunOp("LRN", {{"size", int64_t{0}}}, {Floats({1, 1, 1, 1}, {1})})),
              HasSubstr("size must be positive, is 0"));
}

TEST(Lrn, TheAdversaryStaysInside) {
  Rng rng(8);
  for (const DType type : {DType::kFloat32, DType::kFloat16, DType::kFloat64})
    EXPECT_EQ(
        Escapes("LRN", {{"size", int64_t{3}}, {"alpha", 0.3F}}, {Normals(rng, type, {2, 5, 2, 2})}),
        "");
}

}  // namespace
}  // namespace assay::ops
