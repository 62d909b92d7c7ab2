#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(DepthSpacePair, UsesABlockThatDivides) {
  const Model m = Apply("depth-space-pair", "graph (x: float32[1,1,3,6]) -> (y) { y = Relu(x) }");
  EXPECT_THAT(Ops(m), HasSubstr("SpaceToDepth DepthToSpace"));
  EXPECT_EQ(*Last(m, "DepthToSpace").attrs.Get<int64_t>("blocksize"), 3);
}

TEST(DepthSpacePair, TheOtherWayByChannels) {
  const Model m = Apply("depth-space-pair", "graph (x: float32[1,4,1,5]) -> (y) { y = Relu(x) }");
  EXPECT_THAT(Ops(m), HasSubstr("DepthToSpace SpaceToDepth"));
}

TEST(DepthSpacePair, NothingDivides) {
  EXPECT_EQ(SiteCount("depth-space-pair", "graph (x: float32[1,1,5,7]) -> (y) { y = Relu(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
