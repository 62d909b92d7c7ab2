#include "judge/model/generate.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/model/docs.h"
#include "tests/unit/llm/fakes.h"

namespace assay::judge::model {
namespace {

using llm::Says;

class GenerateTest : public llm::LedgerTest {
 protected:
  Generated Run(llm::FakeProvider::Reply reply, const GenerateOptions& options,
                const std::vector<std::string>& known = {}) {
    llm::Client client("fake", std::make_unique<llm::FakeProvider>(std::move(reply), 1), Open(),
                       {});
    auto out = Generate(AddmmDoc(), known, options, client,
                        [this](const std::string& source, const std::string& program) {
                          tried_.push_back({source, program});
                          return Result<bool>(program.find("broken") == std::string::npos);
                        });
    EXPECT_TRUE(out.ok()) << out.error().message;
    return std::move(out).value();
  }
  std::vector<std::pair<std::string, std::string>> tried_;
};

bool IsHole(const llm::Prompt& prompt) {
  return prompt.messages.back().text.find("Hole: ") != std::string::npos;
}

TEST_F(GenerateTest, SeedsAreCompletedAndSorted) {
  const char* answers[] = {
      "result = torch.addmm(a, b, c)",                // the import is missing
      "import torch\\nother = torch.addmm(u, v, w)",  // names that nothing binds: another program
      "import torch\\nresult = torch.mm(b, c)",       // another API
      "```python\\nimport torch\\nr = torch.addmm(a, b, c, beta=2)\\n```",
      "result = torch.addmm(((",
  };
  const Generated out = Run(
      [&](const llm::Prompt& prompt) {
        return Says(std::string("{\"program\": \"") + answers[prompt.sample] + "\"}");
      },
      {.seeds = 5, .mutants = 0});
  ASSERT_EQ(tried_.size(), 3u);
  EXPECT_EQ(tried_[0].second, "import torch\nresult = torch.addmm(a, b, c)");
  EXPECT_EQ(tried_[0].first, "seed");
  EXPECT_EQ(out.rejected.at("no-api"), 1u);
  EXPECT_EQ(out.rejected.at("messy"), 1u);
  EXPECT_EQ(out.outcomes.size(), 5u);
}

TEST_F(GenerateTest, NoHoleIsAskedForBeforeTheSeedIsAnswered) {
  const Generated out = Run(
      [](const llm::Prompt& prompt) {
        EXPECT_FALSE(IsHole(prompt));
        return llm::Failed(llm::Trouble::kPending, "waits");
      },
      {.seeds = 1, .mutants = 3, .generations = 3}, {kAddmm});
  EXPECT_TRUE(out.waiting);
  EXPECT_EQ(out.outcomes.size(), 1u);
  EXPECT_EQ(out.generations, 0);
}

constexpr const char* kSeed = R"j({"program": "import torch\nr = torch.addmm(a, b, c)"})j";

TEST_F(GenerateTest, NoGenerationBeforeTheLastOneIsAnswered) {
  int holes = 0;
  const auto reply = [&](const llm::Prompt& prompt) {
    if (!IsHole(prompt)) return Says(kSeed);
    if (++holes == 1) return llm::Failed(llm::Trouble::kPending, "waits");
    return Says(R"j({"filling": "torch.zeros(2, 2)"})j");
  };
  const Generated out = Run(reply, {.seeds = 1, .mutants = 2, .generations = 5}, {kAddmm});
  EXPECT_TRUE(out.waiting);
  EXPECT_EQ(holes, 2);
  EXPECT_EQ(out.generations, 0);
}

// Every filling is another program, so that all are new.
TEST_F(GenerateTest, GenerationsGrowOutOfWhatRuns) {
  int holes = 0;
  const auto reply = [&](const llm::Prompt& prompt) {
    if (!IsHole(prompt)) return Says(kSeed);
    ++holes;
    const std::string& asked = prompt.messages.back().text;
    const auto is = [&](const char* kind) {
      return asked.find(std::string("Hole: ") + kind + "\n") != std::string::npos;
    };
    const std::string value = "torch.full((2, 2), " + std::to_string(holes) + ".0)";
    std::string filling = is("argument") ? value : "y = " + value;
    if (is("keyword")) filling = "alpha=" + std::to_string(holes);
    if (is("method")) filling = "name" + std::to_string(holes);
    if (is("prefix-argument")) filling = "z = " + value + "\n<FILL>\nz, z, z";
    if (is("suffix-argument")) filling = "z, z, z\n<FILL>\nz = " + value;
    return Says(nlohmann::json{{"filling", filling}}.dump());
  };
  const Generated out = Run(reply, {.seeds = 1, .mutants = 2, .generations = 4}, {kAddmm});
  EXPECT_EQ(out.generations, 4);
  EXPECT_EQ(holes, 8);
  size_t rejected = 0;
  for (const auto& [reason, count] : out.rejected) rejected += count;
  EXPECT_EQ(tried_.size() + rejected, 9u);
  size_t successes = 0;
  for (const auto& [name, arm] : out.operators) successes += arm.successes;
  EXPECT_EQ(successes, tried_.size() - 1);
  // The same again: nothing is drawn otherwise, so the ledger answers all of it.
  holes = 0;
  const size_t before = tried_.size();
  Run(reply, {.seeds = 1, .mutants = 2, .generations = 4}, {kAddmm});
  EXPECT_EQ(holes, 0);
  EXPECT_EQ(tried_.size(), 2 * before);
}

TEST_F(GenerateTest, WhatDoesNotRunIsNoParentAndItsOperatorFails) {
  const Generated out = Run(
      [](const llm::Prompt& prompt) {
        return IsHole(prompt)
                   ? Says(R"j({"filling": ")((("})j")
                   : Says(R"j({"program": "import torch\nr = torch.addmm(broken, b, c)"})j");
      },
      {.seeds = 1, .mutants = 2, .generations = 3});
  EXPECT_EQ(tried_.size(), 1u);
  EXPECT_TRUE(out.operators.empty());  // nothing to mutate
  EXPECT_EQ(out.outcomes.size(), 1u);
}

}  // namespace
}  // namespace assay::judge::model
