#include "optbug/generate.h"

#include <gtest/gtest.h>

#include <set>

#include "program/lab/program_lab.h"

namespace assay::optbug {
namespace {

TEST(Generate, UnknownNamesAreToldWithTheKnownOnes) {
  const auto rule = Generator::Open({.rules = {"modle"}});
  ASSERT_FALSE(rule.ok());
  EXPECT_NE(rule.error().message.find("did you mean 'model'"), std::string::npos);
  const auto optimiser = Generator::Open({.optimisers = {"nothing"}});
  ASSERT_FALSE(optimiser.ok());
  EXPECT_NE(optimiser.error().message.find("jit-script"), std::string::npos);
}

TEST(Generate, SameSeedSamePrograms) {
  if (!program::FindEnvironment("torch").ok()) GTEST_SKIP() << "no environment torch";
  auto a = Generator::Open({.frameworks = {"torch"}, .seed = 7});
  auto b = Generator::Open({.frameworks = {"torch"}, .seed = 7});
  ASSERT_TRUE(a.ok() && b.ok());
  std::set<std::string> texts, rules;
  for (int i = 0; i < 40; ++i) {
    const auto x = a->Next(), y = b->Next();
    ASSERT_TRUE(x && y);
    EXPECT_EQ(x->text, y->text);
    EXPECT_TRUE(texts.insert(x->text).second) << "made twice";
    rules.insert(x->rule);
  }
  EXPECT_EQ(rules.size(), AllRules().size());
}

TEST(Generate, AblationsByTheirNames) {
  EXPECT_TRUE(ReadAblation("no-concentration")->no_concentration);
  EXPECT_TRUE(ReadAblation("no-diffusion")->no_diffusion);
  EXPECT_EQ(ReadAblation("rule=input")->rule, "input");
  EXPECT_TRUE(ReadAblation("").ok());
  for (const char* wrong : {"no-luck", "rule=inptu", "rule="}) {
    const auto read = ReadAblation(wrong);
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_NE(read.error().message.find("known: "), std::string::npos) << wrong;
  }
}

TEST(Generate, MostComeFromNeighbourhoodsUnlessThatIsLeftOut) {
  if (!program::FindEnvironment("torch").ok()) GTEST_SKIP() << "no environment torch";
  const auto count = [](const std::string& ablation) {
    auto generator = Generator::Open({.frameworks = {"torch"}, .seed = 3, .ablation = ablation});
    EXPECT_TRUE(generator.ok());
    size_t near = 0;
    for (int i = 0; i < 40; ++i)
      if (const auto made = generator->Next(); made && !made->neighbourhood.empty()) ++near;
    return near;
  };
  EXPECT_GE(count(""), 25u);
  EXPECT_EQ(count("no-concentration"), 0u);
  auto seeds = Generator::Open({.frameworks = {"torch"}, .ablation = "no-diffusion"});
  ASSERT_TRUE(seeds.ok());
  for (int i = 0; i < 10; ++i) {
    const auto made = seeds->Next();
    ASSERT_TRUE(made);
    EXPECT_EQ(made->rule, "none");
    EXPECT_TRUE(made->form->layers.empty() && !made->form->variation && !made->form->beside);
  }
}

TEST(Generate, OnlyWhatIsAskedFor) {
  if (!program::FindEnvironment("torch").ok()) GTEST_SKIP() << "no environment torch";
  auto generator = Generator::Open({.optimisers = {"jit-script"}, .rules = {"desugar"}});
  ASSERT_TRUE(generator.ok());
  for (int i = 0; i < 10; ++i) {
    const auto made = generator->Next();
    ASSERT_TRUE(made);
    EXPECT_EQ(made->optimiser, "jit-script");
    EXPECT_EQ(made->kind, "desugar");
  }
}

}  // namespace
}  // namespace assay::optbug
