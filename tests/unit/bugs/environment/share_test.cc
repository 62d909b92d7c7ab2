#include "bugs/environment/share.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLarge = 300 << 10;

TEST(Share, LargeFilesOfTheSameContentAreOne) {
  const ScratchFolder d;
  const std::string content(kLarge, 'x');
  const std::string old = d.Write("a/lib/libtorch.so", content);
  const std::string other = d.Write("b/lib/libtorch.so", content);
  EXPECT_EQ(ShareFiles(d.path() + "/b", {d.path() + "/a", d.path() + "/b"}), kLarge);
  EXPECT_TRUE(fs::equivalent(old, other));
  EXPECT_EQ(*ReadFile(other), content);
  EXPECT_EQ(ShareFiles(d.path() + "/b", {d.path() + "/a"}), 0u);  // nothing more to free
  fs::remove_all(d.path() + "/a");
  EXPECT_EQ(*ReadFile(other), content);
}

TEST(Share, NothingElseIsTouched) {
  const ScratchFolder d;
  const std::string content(kLarge, 'x');
  d.Write("a/other", std::string(kLarge - 1, 'x') + "y");
  d.Write("a/small", "x");
  d.Write("a/elsewhere/moved", content);
  d.Write("a/linked", content);
  for (const char* name : {"b/other", "b/moved", "c"}) d.Write(name, content);
  d.Write("b/small", "x");
  fs::create_symlink("../c", d.path() + "/b/linked");
  EXPECT_EQ(ShareFiles(d.path() + "/b", {d.path() + "/a"}), 0u);
  EXPECT_EQ(fs::hard_link_count(d.path() + "/b/other"), 1u);
  EXPECT_TRUE(fs::is_symlink(d.path() + "/b/linked"));
  EXPECT_EQ(ShareFiles(d.path() + "/b", {d.path() + "/nowhere"}), 0u);
}

}  // namespace
}  // namespace assay::bugs
