#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "../sample_parts.h"
#include "lab/registry.h"
#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

const std::vector<size_t> kAll = {0, 1, 2};
const std::vector<Past> kPasts = {{"torch/a", "torch.jit.script", "wrong-type", "KeyError"}};

const Rule& Find(std::string_view name) {
  for (const Rule& rule : AllRules())
    if (rule.name == name) return rule;
  ADD_FAILURE() << name;
  return AllRules().front();
}

Form Linear() { return {.origin = "layers", .layers = {0}}; }

TEST(Rules, EveryFileIsInTheList) {
  std::set<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(lab::HomeFolder() + "/src/optbug/mutate"))
    if (entry.path().extension() == ".cc") files.insert(entry.path().stem());
  files.erase("rule");
  std::set<std::string> names;
  for (const Rule& rule : AllRules()) {
    EXPECT_TRUE(names.insert(std::string(rule.name)).second);
    EXPECT_FALSE(rule.help.empty());
  }
  EXPECT_EQ(files, names);
}

TEST(Rules, TheSameSeedGivesTheSameForm) {
  const Parts parts = SampleParts();
  for (const Rule& rule : AllRules())
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Form a = Linear(), b = Linear();
      Rng first(seed), second(seed);
      EXPECT_EQ(rule.apply({parts, kPasts, kAll}, a, first),
                rule.apply({parts, kPasts, kAll}, b, second));
      EXPECT_EQ(a, b) << rule.name;
    }
}

TEST(Rules, LocationStaysInTheFolder) {
  const Parts parts = SampleParts();
  Rng rng(1);
  Form form = Linear();
  ASSERT_TRUE(Find("location").apply({parts, kPasts, kAll}, form, rng));
  EXPECT_EQ(form.optimiser, 1u);
  form.optimiser = 2;
  EXPECT_FALSE(Find("location").apply({parts, kPasts, kAll}, form, rng));
}

TEST(Rules, ExceptionLooksForAnotherOneThanTheKnownBugs) {
  const Parts parts = SampleParts();
  Rng rng(1);
  Form form = Linear();
  ASSERT_TRUE(Find("exception").apply({parts, kPasts, kAll}, form, rng));
  EXPECT_TRUE(std::find(form.layers.begin(), form.layers.end(), 4) != form.layers.end());
  form = Linear();
  form.exception = "KeyError";
  EXPECT_FALSE(Find("exception").apply({parts, kPasts, kAll}, form, rng));
}

TEST(Rules, ReasonKeepsTheCategory) {
  const Parts parts = SampleParts();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    Form form = Linear();
    form.category = "wrong-type";
    ASSERT_TRUE(Find("reason").apply({parts, kPasts, kAll}, form, rng));
    const bool layer = std::find(form.layers.begin(), form.layers.end(), 1) != form.layers.end();
    EXPECT_TRUE(layer || form.passing == 1);
  }
}

TEST(Rules, GeneratorsPutTheirKindIn) {
  const Parts parts = SampleParts();
  Rng rng(3);
  Form form = Linear();
  ASSERT_TRUE(Find("desugar").apply({parts, kPasts, kAll}, form, rng));
  EXPECT_TRUE(std::find(form.layers.begin(), form.layers.end(), 4) != form.layers.end());
  form = Linear();
  ASSERT_TRUE(Find("illogical").apply({parts, kPasts, kAll}, form, rng));
  const bool layer = std::find(form.layers.begin(), form.layers.end(), 5) != form.layers.end();
  EXPECT_TRUE(layer || form.twist.has_value());
}

TEST(Rules, InputChangesNothingButTheInput) {
  const Parts parts = SampleParts();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    Form form = Linear();
    ASSERT_TRUE(Find("input").apply({parts, kPasts, kAll}, form, rng));
    EXPECT_EQ(form.layers, Linear().layers);
    EXPECT_EQ(form.optimiser, 0u);
    EXPECT_NE(form.value, 2u);  // tokens do not feed a linear layer
  }
}

TEST(Rules, ModelKeepsChainsLegal) {
  const Parts parts = SampleParts();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    Form form{.origin = "layers", .layers = {2, 3, 0}};
    ASSERT_TRUE(Find("model").apply({parts, kPasts, kAll}, form, rng));
    EXPECT_TRUE(Fits(parts, form)) << Describe(parts, form);
  }
}

}  // namespace
}  // namespace assay::optbug
