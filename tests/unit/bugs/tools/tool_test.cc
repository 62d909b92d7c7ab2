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

TEST(Tool, MistakesAreSeenBeforeAnythingRuns) {
  for (const char* text :
       {"command = [\"/bin/echo\", \"{moon}\"]\n", "command = [\"a\"]\nneeds = [\"{moon}/x\"]\n",
        "command = [\"a\"]\nunsupported = [\"(\"]\n", "command = [\"a\"]\ngrace = -1\n",
        "command = [\"a\"]\nplanted = [\"/bin/true\"]\n",
        "command = [\"{assay}\"]\nsandbox = false\nafterwards = [\"/bin/true\"]\n"}) {
    const auto tool = ParseTool(text, "/x/mine.toml");
    ASSERT_FALSE(tool.ok()) << text;
    EXPECT_NE(tool.error().message.find("/x/mine.toml"), std::string::npos);
  }
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
