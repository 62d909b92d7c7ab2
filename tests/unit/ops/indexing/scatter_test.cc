// What the scatter operators share.
#include "ops/indexing/scatter.h"

#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Contributions, AreCertainWhenThereIsOneTarget) {
  std::vector<Contribution> all;
  AddContributions(all, Positions{2}, 3, 1, 9);
  AddContributions(all, Positions{1, 0}, 3, 0, 8);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].target, 7);
  EXPECT_TRUE(all[0].certain && all[0].likely);
  EXPECT_FALSE(all[1].certain);
  EXPECT_TRUE(all[1].likely);
  EXPECT_FALSE(all[2].likely);
}

}  // namespace
}  // namespace assay::ops
