#include "mirror/direction.h"

#include <gmock/gmock.h>

namespace assay::mirror {
namespace {

using testing::HasSubstr;

TEST(Direction, GoesAmongTheKnownFrameworks) {
  EXPECT_TRUE(MakeDirection("torch", "jax").ok());
  EXPECT_THAT(MakeDirection("torch", "torch").error().message, HasSubstr("already"));
  EXPECT_THAT(MakeDirection("torch", "caffe").error().message, HasSubstr("unknown framework"));
}

TEST(Direction, SaysWhatIsMissingForMindspore) {
  const auto refused = MakeDirection("torch", "mindspore");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("mindspore is"));
  EXPECT_THAT(refused.error().message, HasSubstr("no rules"));
}

}  // namespace
}  // namespace assay::mirror
