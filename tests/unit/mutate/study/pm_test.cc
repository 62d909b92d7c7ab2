#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

std::set<std::string> Changed(std::string_view text, std::string_view op, int seeds = 200) {
  std::set<std::string> names;
  const Model before = StudySample(text).model;
  Attrs old;
  for (const NodePtr& node : before.graph.nodes())
    if (node->op == op) old = node->attrs;
  for (int seed = 0; seed < seeds; ++seed) {
    const Model model = Mutated("PM", text, static_cast<uint64_t>(seed));
    for (const NodePtr& node : model.graph.nodes()) {
      if (node->op != op) continue;
      for (const auto& [name, value] : node->attrs)
        if (old.Find(name) == nullptr || !(*old.Find(name) == value)) names.insert(name);
    }
  }
  return names;
}

TEST(PM, AConvolutionHasSixParameters) {
  EXPECT_THAT(
      Changed(R"(graph (x: float32[1,4,6,6]) -> (y) {
    w: float32[4,4,3,3] = fill(0.1)
    y = Conv(x, w)
  })",
              "Conv"),
      testing::ElementsAre("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"));
}

TEST(PM, ResultsAreFittedBack) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Model model = Mutated("PM", R"(graph (x: float32[1,2,6,6]) -> (y) {
      y = MaxPool<kernel_shape=[2,2]>(x)
    })",
                                seed);
    EXPECT_EQ(TypeOf(model, "y"), "float32[1,2,5,5]");
  }
}

TEST(PM, NormalisationAndActivations) {
  EXPECT_THAT(Changed(R"(graph (x: float32[2,2,3]) -> (y) {
    s: float32[2] = [1, 2]
    y = BatchNormalization(x, s, s, s, s)
  })",
                      "BatchNormalization", 20),
              testing::ElementsAre("epsilon"));
  EXPECT_THAT(Changed("graph (x: float32[2,2]) -> (y) { y = Elu(x) }", "Elu", 20),
              testing::ElementsAre("alpha"));
}

TEST(PM, GroupsTakeWeightsThatFit) {
  std::set<std::string> shapes;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Model model = Mutated("PM", R"(graph (x: float32[1,4,3,3]) -> (y) {
      w: float32[2,4,1,1] = [1, 2, 3, 4, 5, 6, 7, 8]
      y = Conv(x, w)
    })",
                                seed);
    const Node& conv = model.graph.node(0);
    if (conv.attrs.Get<int64_t>("group") == nullptr || *conv.attrs.Get<int64_t>("group") == 1)
      continue;
    EXPECT_EQ(WeightOf(model, "Conv", 1), (std::vector<double>{1, 2, 5, 6}));
    shapes.insert(ShapeText(model.graph.initializer(conv.inputs[1])->shape()));
  }
  EXPECT_THAT(shapes, testing::ElementsAre("[2,2,1,1]"));
}

TEST(PM, NoWindowLiesInThePadding) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const auto mutant = TryMutate("PM", R"(graph (x: float32[1,1,1,1]) -> (y) {
      y = MaxPool<kernel_shape=[2,2], pads=[1,1,0,0]>(x)
    })",
                                  seed);
    if (!mutant.ok()) continue;
    const Node& pool = mutant->result.model.graph.node(0);
    const auto* dilations = pool.attrs.Get<std::vector<int64_t>>("dilations");
    if (dilations == nullptr) continue;
    EXPECT_EQ(*dilations, (std::vector<int64_t>{1, 1}));
  }
}

TEST(PM, UnconstrainedValuesAreArbitrary) {
  int illegal = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const auto mutant = TryMutate("PM", R"(graph (x: float32[1,2,6,6]) -> (y) {
      y = MaxPool<kernel_shape=[2,2]>(x)
    })",
                                  seed, {.unconstrained = true});
    Model model = mutant->result.model;
    if (!ops::InferTypes(model).ok()) ++illegal;
  }
  EXPECT_GT(illegal, 10);
}

}  // namespace
}  // namespace assay::mutate::study_tests
