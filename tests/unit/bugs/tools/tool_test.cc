#include "bugs/tools/tool.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

TEST(Tool, ReadsAManifest) {
  const auto tool = ParseTool(
      "description = \"d\"\nlibraries = [\"jax\"]\naim = \"operator\"\nreport = \"lines\"\n"
      "per = \"version\"\ncommand = [\"/bin/true\"]\n",
      "/x/mine.toml");
  ASSERT_TRUE(tool.ok()) << tool.error().message;
  EXPECT_EQ(tool->name, "mine");
  EXPECT_EQ(tool->aim, Aim::kOperator);
  EXPECT_FALSE(tool->per_bug);
  EXPECT_TRUE(tool->sandbox);
  EXPECT_TRUE(tool->Takes("jax"));
  EXPECT_FALSE(tool->Takes("pytorch"));
}

TEST(Tool, ErrorsNameFileAndLine) {
  const auto unknown = ParseTool("command = [\"a\"]\naims = \"api\"\n", "/x/mine.toml");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("/x/mine.toml:2"), std::string::npos);
  EXPECT_NE(unknown.error().message.find("did you mean aim"), std::string::npos);
  EXPECT_FALSE(ParseTool("description = \"d\"\n", "/x/mine.toml").ok());
  EXPECT_FALSE(ParseTool("command = [\"a\"]\naim = \"moon\"\n", "/x/mine.toml").ok());
}

TEST(Tool, OnlyAssayRunsWithoutASandbox) {
  EXPECT_FALSE(ParseTool("command = [\"/bin/true\"]\nsandbox = false\n", "/x/mine.toml").ok());
  EXPECT_TRUE(ParseTool("command = [\"{assay}\"]\nsandbox = false\n", "/x/mine.toml").ok());
}

TEST(Tool, FillsPlaceholders) {
  const Placeholders values = {{{"python", "/e/bin/python"}, {"seconds", "7"}},
                               {{"each-api", {"a", "b"}}, {"each-operator", {}}}};
  const auto words =
      Fill({"{python}", "--api={each-api}", "{seconds}s", "--op={each-operator}"}, values);
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(*words, (std::vector<std::string>{"/e/bin/python", "--api=a", "--api=b", "7s"}));
  const auto unknown = Fill({"{moon}"}, values);
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("{moon}"), std::string::npos);
}

TEST(Tool, TheProjectsOwnAreSound) {
  const auto all = LoadTools("");
  ASSERT_TRUE(all.ok()) << all.error().message;
  for (const char* name : {"fuzz", "judge", "mirror", "optbug", "nnsmith", "freefuzz"})
    EXPECT_TRUE(FindTool(name, "").ok()) << name;
  for (const Tool& tool : *all) EXPECT_FALSE(tool.description.empty()) << tool.name;
  const auto none = FindTool("fuz", "");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("judge"), std::string::npos);
}

}  // namespace
}  // namespace assay::bugs
