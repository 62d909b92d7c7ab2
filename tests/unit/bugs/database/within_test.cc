#include "bugs/database/folder.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs::within_test {
namespace {

namespace fs = std::filesystem;

TEST(Within, FollowsLinks) {
  const ScratchFolder d;
  d.Write("db/jax/a", "");
  d.Write("db-other/a", "");
  const std::string root = d.path() + "/db";
  fs::create_symlink("../jax/a", root + "/jax/inside");
  fs::create_symlink(d.path() + "/db-other", root + "/out");
  fs::create_symlink("nowhere", root + "/dangling");
  EXPECT_TRUE(IsWithin(root + "/jax/a", root));
  EXPECT_TRUE(IsWithin(root + "/jax/inside", root));
  EXPECT_TRUE(IsWithin(root + "/jax/a", "/"));
  EXPECT_FALSE(IsWithin(root + "/out/a", root));
  EXPECT_FALSE(IsWithin(root + "/dangling", root));
  // Another folder whose name merely begins the same.
  EXPECT_FALSE(IsWithin(d.path() + "/db-other/a", root));
}

}  // namespace
}  // namespace assay::bugs::within_test
