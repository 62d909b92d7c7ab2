#include "bugs/run/verified.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

TEST(Verified, ARecordCountsForAnUnchangedFolder) {
  const ScratchFolder d;
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_CACHE_HOME", (d.path() + "/cache").c_str(), 1);
  d.Write("db/jax/issue_1/test.py", "1");
  const Bug bug{.library = "jax", .id = "1", .folder = d.path() + "/db/jax/issue_1"};
  EXPECT_EQ(RootOf(bug), d.path() + "/db");
  EXPECT_FALSE(FindVerified(bug));
  const Verified record{
      .folder_hash = FolderHash(bug), .holds = true, .fixed_message = "DID NOT RAISE"};
  ASSERT_TRUE(KeepVerified(bug, record, RootOf(bug)).ok());
  ASSERT_TRUE(FindVerified(bug));
  EXPECT_TRUE(FindVerified(bug)->holds);
  EXPECT_EQ(FindVerified(bug)->fixed_message, "DID NOT RAISE");
  EXPECT_TRUE(std::filesystem::exists(d.path() + "/db/verified.json"));
  d.Write("db/jax/issue_1/test.py", "2");
  EXPECT_FALSE(FindVerified(bug));
  ASSERT_TRUE(KeepVerified(bug, {.folder_hash = FolderHash(bug), .reason = "no"}, "").ok());
  ASSERT_TRUE(FindVerified(bug));
  EXPECT_FALSE(FindVerified(bug)->holds);
  if (kept.empty())
    unsetenv("XDG_CACHE_HOME");
  else
    setenv("XDG_CACHE_HOME", kept.c_str(), 1);
}

TEST(Verified, AChangeAnywhereInTheFolderIsAChange) {
  const ScratchFolder d;
  d.Write("issue_1/test.py", "1");
  d.Write("issue_1/data/model", "1");
  const Bug bug{.library = "jax", .id = "1", .folder = d.path() + "/issue_1"};
  const std::string before = FolderHash(bug);
  d.Write("issue_1/__pycache__/test.pyc", "1");
  std::filesystem::create_symlink("nowhere", d.path() + "/issue_1/a");
  EXPECT_EQ(FolderHash(bug), before);
  d.Write("issue_1/data/model", "2");
  EXPECT_NE(FolderHash(bug), before);
}

}  // namespace
}  // namespace assay::bugs
