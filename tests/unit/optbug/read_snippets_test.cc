#include "optbug/read_snippets.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "lab/registry.h"

namespace assay::optbug::read_snippets_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ReadSnippetsTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  const std::string folder_ = testing::TempDir() + "/assay-optbug-snippets";
};

constexpr const char* kScript =
    "\"\"\"Scripting loses a key.\"\"\"\nimport torch\nf = torch.jit.script(g)\nassert f(1) == 1\n";

TEST_F(ReadSnippetsTest, ProgramsOfAFolder) {
  Write("a.py", kScript);
  Write("b.py",
        "# the same with another name\nimport torch\nh = torch.jit.script(g)\nassert h(1) == 1\n");
  Write("c.py", "import torch\nprint(torch.ones(2))\n");
  const auto out = ReadSnippets({.imported = {folder_}});
  ASSERT_TRUE(out.ok()) << out.error().message;
  ASSERT_EQ(out->all.size(), 1u);
  const Snippet& snippet = out->all[0];
  EXPECT_TRUE(snippet.id.ends_with("/a.py"));
  EXPECT_EQ(snippet.framework, "torch");
  EXPECT_EQ(snippet.title, "Scripting loses a key.");
  EXPECT_EQ(snippet.exception, "AssertionError");
  EXPECT_EQ(snippet.location, "torch.jit");
  EXPECT_EQ(out->left_out.size(), 2u);  // twice the same, and one that optimises nothing
}

TEST_F(ReadSnippetsTest, AFileThatIsTooLargeIsLeftOutAndTold) {
  Write("a.py", kScript);
  Write("huge.py", std::string(2 << 20, '#'));
  const auto out = ReadSnippets({.imported = {folder_}});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ(out->all.size(), 1u);
  ASSERT_EQ(out->left_out.size(), 1u);
  EXPECT_THAT(out->left_out[0], HasSubstr("huge.py"));
}

TEST_F(ReadSnippetsTest, Reports) {
  Write(
      "dump.json",
      R"([{"repo": "pytorch/pytorch", "number": 5, "title": "torch.jit.script: wrong dtype", "state": "closed",
    "body": "```python\nimport torch\ntorch.jit.script(f)(torch.ones(2))\n```"},
    {"repo": "pytorch/pytorch", "number": 6, "title": "torch.abs is slow", "state": "open", "body": "no program"}])");
  const auto out = ReadSnippets({.imported = {folder_ + "/dump.json"}});
  ASSERT_TRUE(out.ok()) << out.error().message;
  ASSERT_EQ(out->all.size(), 1u);
  EXPECT_EQ(out->all[0].id, "pytorch/pytorch#5");
  EXPECT_EQ(out->all[0].category, "wrong-type");
  EXPECT_EQ(out->all[0].by, "rules");
}

TEST_F(ReadSnippetsTest, WhatIsNotThereIsAnError) {
  EXPECT_THAT(ReadSnippets({.imported = {folder_ + "/nowhere"}}).error().message,
              HasSubstr("nowhere"));
  EXPECT_THAT(ReadSnippets({.imported = {folder_}}).error().message, HasSubstr("neither"));
  EXPECT_FALSE(ReadSnippets({.issues = folder_ + "/nowhere.db"}).ok());
}

TEST_F(ReadSnippetsTest, ThePoolIsComplete) {
  const auto out = ReadSnippets({.pool = lab::HomeFolder() + "/pool"});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_GE(out->all.size(), 150u);
  EXPECT_THAT(out->left_out, testing::IsEmpty());
  for (const Snippet& snippet : out->all) {
    EXPECT_FALSE(snippet.optimisers.empty()) << snippet.id;
    EXPECT_FALSE(snippet.category.empty()) << snippet.id;
    EXPECT_FALSE(snippet.reason.empty()) << snippet.id;
    EXPECT_FALSE(snippet.title.empty()) << snippet.id;
  }
}

}  // namespace
}  // namespace assay::optbug::read_snippets_test
