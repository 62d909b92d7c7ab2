#include "optbug/model/describe_by_model.h"

#include <gmock/gmock.h>

#include "tests/unit/llm/fakes.h"

namespace assay::optbug {
namespace {

using testing::HasSubstr;

class DescribeByModelTest : public llm::LedgerTest {};

TEST(Labelled, TwentyExamplesFourOfEachCategory) {
  const auto bugs = LoadLabelled();
  ASSERT_TRUE(bugs.ok()) << bugs.error().message;
  EXPECT_EQ(bugs->size(), 20u);
}

TEST(Description, NeedsAllFourLines) {
  const auto told = ReadDescription(
      "# Exception: KeyError on a dict\n# Location: torch.jit\n# Reason: lost key\n# Category: "
      "wrong-type\n");
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(told->exception, "KeyError on a dict");
  EXPECT_EQ(told->category, "wrong-type");
  EXPECT_FALSE(ReadDescription("# Exception: a\n# Location: b\n# Reason: c\n").has_value());
  EXPECT_FALSE(ReadDescription("# Exception: a\n# Location: b\n# Reason: c\n# Category: other\n")
                   .has_value());
  EXPECT_FALSE(ReadDescription("I cannot say.").has_value());
}

TEST_F(DescribeByModelTest, FillsWhatRulesLeaveOpen) {
  std::vector<Snippet> snippets(3);
  snippets[0] = {.id = "pool", .by = "pool"};
  snippets[1] = {.id = "told",
                 .framework = "torch",
                 .source = "import torch\n",
                 .optimisers = {"torch.jit.script"},
                 .exception = "TypeError",
                 .location = "torch.jit",
                 .by = "rules",
                 .told = {"Title: asked"}};
  snippets[2] = {.id = "mute",
                 .framework = "torch",
                 .source = "import torch\n",
                 .reason = "own",
                 .by = "rules",
                 .told = {"Title: mute"}};
  auto provider = std::make_unique<llm::FakeProvider>(
      [](const llm::Prompt& prompt) {
        const std::string& text = prompt.messages.back().text;
        EXPECT_THAT(text, HasSubstr("# Category: missing-dtype"));  // an example
        if (text.find("# Title: asked\nimport torch\n") == std::string::npos)
          return llm::Says("no idea");
        return llm::Says(
            "# Exception: KeyError on x\n# Location: torch.jit.frontend (file)\n# Reason: lost\n# "
            "Category: missing-layer");
      },
      1);
  llm::Client client("fake", std::move(provider), Open(), {});
  const auto described = DescribeByModel(snippets, client);
  ASSERT_TRUE(described.ok()) << described.error().message;
  EXPECT_EQ(described->spent.answered, 2u);
  EXPECT_EQ(described->well_formed, 1u);
  EXPECT_EQ(snippets[1].category, "missing-layer");
  EXPECT_EQ(snippets[1].reason, "lost");
  EXPECT_EQ(snippets[1].by, "fake");
  EXPECT_EQ(snippets[1].exception, "TypeError");  // rules saw it
  EXPECT_EQ(snippets[1].location, "torch.jit.frontend");
  EXPECT_EQ(snippets[2].reason, "own");
}

}  // namespace
}  // namespace assay::optbug
