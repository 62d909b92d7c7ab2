#include "optbug/model/prompts.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay::optbug::prompts_test {
namespace {

using testing::HasSubstr;
using testing::Not;

Snippet Make(const std::string& id) {
  Snippet out;
  out.id = id;
  out.framework = "torch";
  out.title = "title of " + id;
  out.source =
      "\"\"\"What is wrong.\"\"\"\nimport torch  # comment\n" + id + " = torch.jit.script(f)\n";
  out.model = "class Net: torch.nn.Linear(4, 4)";
  out.data = "x = torch.ones(4)";
  out.optimisers = {"torch.jit.script"};
  out.exception = "KeyError";
  out.location = "torch.jit.frontend";
  out.reason = "a key is lost";
  return out;
}

Approach Named(const char* name) { return *FindApproach(name); }

TEST(Prompts, AnExampleHasTheLinesOfTheFigure) {
  EXPECT_EQ(ExampleText(Make("m"), Named("assay"), true),
            "# Here is a bug of PyTorch\n"
            "# Model: class Net: torch.nn.Linear(4, 4)\n"
            "# API: torch.jit.script\n"
            "# Data: x = torch.ones(4)\n"
            "# Triggered: KeyError\n"
            "# From: torch.jit.frontend\n"
            "# Reason: a key is lost\n"
            "import torch\n"
            "m = torch.jit.script(f)\n");
}

TEST(Prompts, AblationsLeaveOutTheirPart) {
  const std::string structure = ExampleText(Make("m"), Named("no-structure"), false);
  EXPECT_THAT(structure, Not(HasSubstr("# Model")));
  EXPECT_THAT(structure, HasSubstr("# Reason"));
  const std::string description = ExampleText(Make("m"), Named("no-description"), false);
  EXPECT_THAT(description, HasSubstr("# Model"));
  EXPECT_THAT(description, Not(HasSubstr("# Triggered")));
  EXPECT_THAT(description, HasSubstr("And a similar bug"));
}

TEST(Prompts, RulesNameWhatTheyTurnTo) {
  Rng rng(1);
  EXPECT_EQ(InstructionOf({"api", 0, {"torch.jit.trace"}}, rng),
            "Optimise the model with torch.jit.trace in place of the API above.");
  EXPECT_THAT(InstructionOf({"input", 0, {}}, rng), Not(HasSubstr("{choice}")));
  EXPECT_THAT(InstructionOf({"exception", 0, {"KeyError", "TypeError"}}, rng), HasSubstr("Error"));
  EXPECT_EQ(InstructionOf({}, rng), "");
  for (const char* rule : kRules) EXPECT_NE(InstructionOf({rule, 0, {"x"}}, rng), "") << rule;
}

TEST(Prompts, OfAStep) {
  const std::vector<Snippet> snippets = {Make("a"), Make("b")};
  const Neighbourhood hood = {.id = "n", .framework = "torch", .members = {0, 1}};
  const Documentation documentation = [](const std::string& api) { return "doc of " + api; };
  Rng rng(1);
  const auto prompt =
      StepPrompt({"model", 0, {}}, hood, snippets, Named("assay"), documentation, rng);
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  const std::string& text = prompt->messages.back().text;
  EXPECT_THAT(text, HasSubstr("a = torch.jit.script(f)"));
  EXPECT_THAT(text, HasSubstr("And a similar bug of PyTorch"));
  EXPECT_THAT(text, HasSubstr("# torch.jit.script: doc of torch.jit.script"));
  EXPECT_THAT(text, HasSubstr("# Change the model"));
  EXPECT_EQ(prompt->pipeline, "optbug");
  const auto without =
      StepPrompt({"model", 0, {}}, hood, snippets, Named("no-rules"), documentation, rng);
  EXPECT_THAT(without->messages.back().text, Not(HasSubstr("# Change the model")));
}

// Five examples of about 2 kB; a small model reads three or four of them, a large one all.
TEST(Prompts, WhatDoesNotFitIsLeftOutWhole) {
  std::vector<Snippet> snippets;
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    snippets.push_back(Make(id));
    for (int i = 0; i < 500; ++i) snippets.back().source += "x = 1\n";
    snippets.back().source += std::string("end_of_") + id + " = 1\n";
  }
  const Neighbourhood hood = {.id = "n", .framework = "torch", .members = {0, 1, 2, 3, 4}};
  const auto ask = [&](int64_t context) {
    Rng rng(1);
    return StepPrompt({"model", 0, {}}, hood, snippets, Named("assay"), {}, rng,
                      {.context = context});
  };
  const auto small = ask(4096), large = ask(32768);
  ASSERT_TRUE(small.ok() && large.ok());
  const std::string& text = small->messages.back().text;
  EXPECT_LT(text.size(), 4096u * 3);
  EXPECT_FALSE(small->left_out.empty());
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    const bool begun = text.find(std::string(id) + " = torch.jit.script") != std::string::npos;
    const bool ended = text.find(std::string("end_of_") + id) != std::string::npos;
    EXPECT_EQ(begun, ended) << id;
    const bool named =
        std::ranges::find(small->left_out, std::string("example ") + id) != small->left_out.end();
    EXPECT_NE(begun, named) << id;
  }
  EXPECT_TRUE(large->left_out.empty());
  EXPECT_EQ(large->parameters.max_tokens, 4096);  // answers follow
  EXPECT_THAT(ask(600).error().message, HasSubstr("--llm-context"));
}

TEST(Prompts, SayWhereTheProgramWillRun) {
  const std::vector<Snippet> snippets = {Make("a")};
  const Neighbourhood hood = {.id = "n", .framework = "torch", .members = {0}};
  Rng rng(1);
  const auto prompt = StepPrompt({"model", 0, {}}, hood, snippets, Named("assay"), {}, rng,
                                 {.surroundings = "PyTorch 2.9, aarch64"});
  EXPECT_THAT(prompt->messages.back().text, HasSubstr("# It will run with PyTorch 2.9, aarch64."));
}

TEST(Prompts, TheBaselineShowsApiAndTitleOnly) {
  std::vector<Snippet> snippets;
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) snippets.push_back(Make(id));
  Rng rng(3);
  const auto prompt = BaselinePrompt(snippets, "torch", rng);
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  const std::string& text = prompt->messages.back().text;
  size_t titles = 0;
  for (size_t at = text.find("# Title:"); at != std::string::npos;
       at = text.find("# Title:", at + 1))
    ++titles;
  EXPECT_EQ(titles, kBaselineExamples);
  EXPECT_THAT(text, Not(HasSubstr("# Reason")));
  EXPECT_TRUE(text.ends_with("# API: <infill>"));
  EXPECT_FALSE(BaselinePrompt(snippets, "jax", rng).ok());
}

TEST(Approaches, AreFoundByNameAndByWhatIsLeftOut) {
  EXPECT_EQ(ApproachWithout("structure")->name, "no-structure");
  EXPECT_EQ(ApproachWithout("")->name, "assay");
  EXPECT_FALSE(ApproachWithout("words").ok());
  EXPECT_FALSE(FindApproach("best").ok());
  EXPECT_TRUE(FindApproach("fuzzgpt-fs")->baseline());
}

}  // namespace
}  // namespace assay::optbug::prompts_test
