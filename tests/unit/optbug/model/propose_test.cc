#include <gmock/gmock.h>

#include "optbug/model/run_proposals.h"
#include "tests/unit/llm/fakes.h"

namespace assay::optbug {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two snippets that are near each other.
Concentration Known() {
  Concentration out;
  for (const char* id : {"a", "b"}) {
    Snippet snippet;
    snippet.id = id;
    snippet.framework = "torch";
    snippet.source = std::string("import torch\nprint('") + id + "')\n";
    snippet.optimisers = {"torch.jit.script"};
    if (snippet.id == "b") snippet.environment = "elsewhere";
    out.snippets.push_back(snippet);
  }
  out.neighbourhoods = {{.id = "n1", .framework = "torch", .members = {0, 1}},
                        {.id = "n2", .framework = "torch", .members = {1}}};
  return out;
}

class ProposeTest : public llm::LedgerTest {
 protected:
  Proposals Ask(const ProposeOptions& options, llm::FakeProvider::Reply reply) {
    auto provider = std::make_unique<llm::FakeProvider>(std::move(reply), 1);
    llm::FakeProvider* asked = provider.get();
    llm::Client client("fake", std::move(provider), Open(), {});
    auto out = ProposeByModel(Known(), options, client);
    EXPECT_TRUE(out.ok()) << out.error().message;
    prompts_ = asked->asked;
    return std::move(out).value();
  }
  std::vector<llm::Prompt> prompts_;
};

TEST_F(ProposeTest, OneOutputPerStepWithItsProblem) {
  int number = 0;
  const Proposals out =
      Ask({.approach = *FindApproach("assay"), .prices = {{"fake", {1e6, 2e6}}}},
          [&](const llm::Prompt&) {
            const char* answers[] = {"```python\nx = torch.ones(2)\n```",
                                     "```python\ny = torch.ones(2)\n```", "def (:", ""};
            return llm::Says(answers[number++]);
          });
  ASSERT_EQ(out.all.size(), 4u);  // model and input of two neighbourhoods
  EXPECT_EQ(out.all[0].program, "import torch\nx = torch.ones(2)\n");
  EXPECT_EQ(out.all[0].problem, "");
  EXPECT_EQ(out.all[1].problem, "duplicate");  // but for the name
  EXPECT_EQ(out.all[2].problem, "messy");
  EXPECT_EQ(out.all[3].problem, "empty");
  EXPECT_EQ(out.all[0].cost, 10 + 2 * 5);  // tokens of fakes.h
  EXPECT_EQ(out.cost, 4 * 20);
  EXPECT_EQ(out.spent.answered, 4u);
}

TEST_F(ProposeTest, WhatCouldNotBeRunIsNotAskedFor) {
  const auto reply = [](const llm::Prompt&) { return llm::Says("```\nx = 1\n```"); };
  const Proposals out = Ask({.approach = *FindApproach("assay"), .missing = {"elsewhere"}}, reply);
  EXPECT_EQ(out.all.size(), 2u);  // of the neighbourhood that begins with the other one
  EXPECT_THAT(out.notes, ElementsAre(HasSubstr("2 steps whose programs need the environment")));
}

TEST_F(ProposeTest, TheSameSeedAsksTheSame) {
  const auto reply = [](const llm::Prompt&) { return llm::Says("```\nx = 1\n```"); };
  Ask({.approach = *FindApproach("assay"), .count = 3, .seed = 5}, reply);
  std::vector<std::string> first;
  for (const llm::Prompt& prompt : prompts_) first.push_back(prompt.messages.back().text);
  EXPECT_EQ(first.size(), 3u);
  const Proposals again = Ask({.approach = *FindApproach("assay"), .count = 3, .seed = 5}, reply);
  EXPECT_TRUE(prompts_.empty());  // all from the ledger
  EXPECT_EQ(again.spent.cached, 3u);
}

TEST_F(ProposeTest, WithoutRulesTheSamePromptIsSampledAgain) {
  const Proposals out = Ask({.approach = *FindApproach("no-rules")}, [](const llm::Prompt& prompt) {
    return llm::Says("```\nx = " + std::to_string(prompt.sample) + "\n```");
  });
  EXPECT_EQ(out.all.size(), 4u);
  EXPECT_EQ(prompts_.size(), 4u);
  for (const Proposal& proposal : out.all) EXPECT_EQ(proposal.rule, "");
}

TEST_F(ProposeTest, TheBaselineNeedsNoNeighbourhood) {
  const Proposals out =
      Ask({.approach = *FindApproach("fuzzgpt-fs"), .count = 2}, [](const llm::Prompt& prompt) {
        EXPECT_THAT(prompt.messages.back().text, HasSubstr("# API: <infill>"));
        return llm::Says(" torch.jit.trace\n# Title: fails\nimport torch\nprint(1)\n");
      });
  ASSERT_EQ(out.all.size(), 2u);
  EXPECT_EQ(out.all[0].program, "import torch\nprint(1)\n");
  EXPECT_EQ(out.all[0].neighbourhood, "");
}

}  // namespace
}  // namespace assay::optbug
