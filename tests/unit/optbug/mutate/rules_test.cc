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

// Two neighbours: a model of one input each, the first optimised by script, the second by trace.
Seeds TwoNeighbours() {
  const auto member = [](const char* id, const char* model, size_t optimiser) {
    return Member{.id = id,
                  .taken = {.origin = id,
                            .top = "x = torch.ones(2)\n",
                            .model = model,
                            .inputs = {"x"},
                            .takes = {"float32"},
                            .gives = "float32"},
                  .optimisers = {optimiser},
                  .layers = {"torch.nn.Linear"},
                  .types = {"torch.float64"},
                  .category = "wrong-type",
                  .exception = "KeyError",
                  .folder = "torch/jit"};
  };
  Seeds out;
  out.members = {member("a", "net", 0), member("b", "other", 1)};
  out.hoods = {{"n1", {0, 1}}};
  out.exchanged[{0, 1}] = out.members[0].taken;
  out.exchanged[{0, 1}].origin = "a with the input of b";
  out.exchanged[{1, 0}] = out.members[1].taken;
  out.exchanged[{1, 0}].origin = "b with the input of a";
  return out;
}

TEST(Rules, ALayerOfAnyShapeIsPlacedBehindImages) {
  Parts parts = SampleParts();
  parts.layers[1].any_shape = true;
  const auto wanted = [](const Layer& layer) { return layer.name == "relu"; };
  for (uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    Form form{.layers = {2, 3}};  // conv, flatten
    ASSERT_TRUE(PlaceLayer(parts, wanted, form, rng));
    EXPECT_NE(form.layers.front(), 1u) << "it would be given another kind of value";
    EXPECT_TRUE(Fits(parts, form)) << Describe(parts, form);
  }
}

TEST(Rules, InsideANeighbourhoodPartsComeFromTheNeighbour) {
  Parts parts = SampleParts();
  for (Layer& layer : parts.layers) layer.any_shape = layer.from == "vec" && layer.to == "vec";
  parts.variations = {{"double", "{v}.double()", ".double()", "torch.float64", "missing-dtype", {}},
                      {"half", "{v}.half()", ".half()", "torch.float16", "missing-dtype", {}}};
  const Seeds seeds = TwoNeighbours();
  const RuleInput input{parts, kPasts, kAll, &seeds, 0, {1}};
  std::set<std::string> models, inputs;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Form start{.origin = "a", .taken = seeds.members[0].taken};
    Form form = start;
    ASSERT_TRUE(Find("api").apply(input, form, rng));
    EXPECT_EQ(form.optimiser, 1u) << "the neighbour's own";
    form = start;
    if (Find("model").apply(input, form, rng)) models.insert(Describe(parts, form));
    form = start;
    ASSERT_TRUE(Find("input").apply(input, form, rng));
    inputs.insert(Describe(parts, form));
    form = start;
    ASSERT_TRUE(Find("exception").apply(input, form, rng));
    EXPECT_EQ(form.layers, std::vector<size_t>{4}) << "a construct of the neighbour's exception";
    form = start;
    ASSERT_TRUE(Find("location").apply(input, form, rng));
    EXPECT_EQ(form.optimiser, 1u);
    form = start;
    ASSERT_TRUE(Find("reason").apply(input, form, rng));
    EXPECT_TRUE(form.layers == std::vector<size_t>{1} || form.optimiser == 1);
  }
  EXPECT_EQ(models, (std::set<std::string>{"model of b with the input of a", "model of a+linear",
                                           "model of a, beside b"}));
  EXPECT_EQ(inputs,
            (std::set<std::string>{"model of a with the input of b", "model of a, input double"}));
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
