#include <gtest/gtest.h>

#include "mirror/pairs/ruling.h"

namespace assay::mirror::pairs {
namespace {

TEST(Conventions, AllThreePatternsMustFit) {
  const auto read = ReadConventions(
      "[[convention]]\nname = 'order'\nwhy = 'open'\napis = ['*.sort']\nchanges = ['nan']\n", "c");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_NE(read->Find({"tf.x", "torch.sort"}, "nan", "values"), nullptr);
  EXPECT_EQ(read->Find({"torch.sort"}, "inf", "values"), nullptr);
  EXPECT_EQ(read->Find({"torch.abs"}, "nan", "values"), nullptr);
}

TEST(Conventions, MistakesAreNamed) {
  const auto no_reason = ReadConventions("[[convention]]\nname = 'a'\napis = ['x']\n", "f.toml");
  ASSERT_FALSE(no_reason.ok());
  EXPECT_NE(no_reason.error().message.find("f.toml:1"), std::string::npos);
  EXPECT_FALSE(ReadConventions("[[convention]]\nname = 'a'\nwhy = 'b'\n", "f").ok());
  EXPECT_FALSE(ReadConventions("[[convention", "f").ok());
}

TEST(Conventions, TheProjectsOwnCanBeRead) {
  const auto loaded = LoadConventions();
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_GT(loaded->all.size(), 5u);
}

}  // namespace
}  // namespace assay::mirror::pairs
