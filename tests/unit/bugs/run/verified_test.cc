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
  // What one machine has seen says nothing about another.
  EXPECT_FALSE(FindVerified(bug, "another"));
  ASSERT_TRUE(
      KeepVerified(bug, {.folder_hash = FolderHash(bug), .holds = true}, "", "another").ok());
  EXPECT_TRUE(FindVerified(bug, "another")->holds);
  EXPECT_FALSE(FindVerified(bug)->holds);
  // A record that names none counts on all, until there is one that does.
  d.Write("db/jax/issue_2/test.py", "1");
  const Bug old{.library = "jax", .id = "2", .folder = d.path() + "/db/jax/issue_2"};
  d.Write("db/verified.json",
          "{\"jax/2\": {\"folder\": \"" + FolderHash(old) + "\", \"holds\": true}}");
  ASSERT_TRUE(FindVerified(old, "x86_64"));
  EXPECT_TRUE(FindVerified(old, "aarch64")->holds);
  ASSERT_TRUE(KeepVerified(old, {.folder_hash = FolderHash(old)}, RootOf(old), "aarch64").ok());
  EXPECT_FALSE(FindVerified(old, "aarch64")->holds);
  EXPECT_FALSE(FindVerified(old, "x86_64"));
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
