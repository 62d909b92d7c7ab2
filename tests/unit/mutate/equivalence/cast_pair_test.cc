#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(CastPair, GoesThroughAWiderType) {
  const std::string_view text = "graph (x: int32[2]) -> (y) { y = Abs(x) }";
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Model m = Apply("cast-pair", text, seed);
    EXPECT_THAT(Ops(m), HasSubstr("Cast Cast"));
    EXPECT_EQ(*Last(m, "Cast").attrs.Get<int64_t>("to"), static_cast<int64_t>(DType::kInt32));
  }
}

TEST(CastPair, LeavesTypesWithoutAWiderOneAlone) {
  EXPECT_EQ(SiteCount("cast-pair", "graph (x: int64[2]) -> (y) { y = Abs(x) }"), 0u);
  EXPECT_EQ(SiteCount("cast-pair", "graph (x: float32[2]) -> (y) { y = Abs(x) }"), 0u);
  EXPECT_EQ(SiteCount("cast-float-pair", "graph (x: float64[2]) -> (y) { y = Abs(x) }"), 0u);
  EXPECT_EQ(SiteCount("cast-float-pair", "graph (x: float16[2]) -> (y) { y = Abs(x) }"), 2u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
