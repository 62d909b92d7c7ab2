#include "generate/pattern.h"

#include <gmock/gmock.h>

#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

#include "base/strings.h"
#include "cases.h"
#include "generate/pattern_grower.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::generate {
namespace {

using testing::HasSubstr;

Result<Pattern> Parse(std::string_view text) { return ParsePattern("test", text, "none"); }

// A graph of that pattern alone, or nothing.
std::optional<RandomCase> Alone(const Pattern& pattern, uint64_t seed,
                                DType dtype = DType::kFloat32, int opset = 22) {
  Rng rng(seed);
  const GraphOptions options{.opset = opset, .dtype = dtype};
  Draft draft;
  Grower grower(draft, rng, options, opset, CandidatesAt(opset), true);
  if (!PatternGrower(grower, rng, options, dtype).Grow(pattern)) return std::nullopt;
  RandomCase out;
  out.model.opsets[""] = opset;
  out.model.graph = draft.Finish(out.inputs);
  return out;
}

std::string Ops(const RandomCase& test) {
  std::vector<std::string> ops;
  for (const NodePtr& node : test.model.graph.nodes()) ops.push_back(node->op);
  return Join(ops, " ");
}

TEST(Pattern, IsReadFromItsLine) {
  const auto pattern =
      Parse("d = Sub(x[N 2C], 1); Mul|Div(d, Clip(d, _, 0.5:float32), c:int64+, axis=-1, to=int8)");
  ASSERT_TRUE(pattern.ok()) << pattern.error().message;
  ASSERT_EQ(pattern->calls.size(), 3U);
  ASSERT_EQ(pattern->leaves.size(), 2U);
  EXPECT_TRUE(pattern->leaves[0].data);
  EXPECT_EQ(pattern->leaves[0].dims[1].number, 2);
  EXPECT_EQ(pattern->leaves[0].dims[1].letter, 'C');
  EXPECT_FALSE(pattern->leaves[1].data);
  EXPECT_TRUE(pattern->leaves[1].positive);
  EXPECT_EQ(pattern->calls[1].args[2].word, "float32");
  EXPECT_EQ(pattern->calls[2].ops, (std::vector<std::string>{"Mul", "Div"}));
  EXPECT_EQ(pattern->calls[2].args[3].number, -1);
  EXPECT_EQ(pattern->calls[2].args[4].word, "int8");
}

TEST(Pattern, SaysWhatIsWrongAndWhere) {
  for (const auto& [text, message] : {std::pair{"", "expected an operand"},
                                      {"x", "a statement needs an operator"},
                                      {"Add(x", "expected ',' or ')'"},
                                      {"Add(x, y) z", "expected ';'"},
                                      {"$nothing(x)", "there is no class 'nothing'"},
                                      {"a = Neg(x); a = Neg(a)", "has a meaning already"},
                                      {"Neg(x[q])", "expected a size"}}) {
    const auto pattern = Parse(text);
    ASSERT_FALSE(pattern.ok()) << text;
    EXPECT_THAT(pattern.error().message, HasSubstr(message));
    EXPECT_THAT(pattern.error().message, HasSubstr("pattern 'test', character "));
  }
}

TEST(Pattern, HasAUniqueNameAndOptimisersThatRewriteIt) {
  const std::set<std::string> known = {"ort", "openvino", "inductor", "xla", "tvm", "tf"};
  std::set<std::string> names;
  for (const Pattern& pattern : AllPatterns()) {
    EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
    for (const char c : pattern.name)
      EXPECT_TRUE(std::islower(c) || std::isdigit(c) || c == '-') << pattern.name;
    for (const std::string& optimiser : Split(pattern.optimisers, ' '))
      EXPECT_TRUE(known.contains(optimiser)) << pattern.name << ": " << optimiser;
  }
  EXPECT_GE(names.size(), 100U);
}

// Names of operators are checked by growing: one that does not exist never grows.
TEST(Pattern, EachGrowsAndIsLegal) {
  for (const Pattern& pattern : AllPatterns()) {
    int grown = 0;
    for (uint64_t seed = 0; seed < 60 && grown < 3; ++seed) {
      const auto test = Alone(pattern, seed);
      if (!test.has_value()) continue;
      ++grown;
      EXPECT_EQ(Problem(*test), "") << pattern.name << "\n" << PrintModel(test->model);
    }
    EXPECT_GE(grown, 3) << pattern.name;
    if (std::getenv("ASSAY_SHOW_RATES") != nullptr) {
      grown = 0;
      for (uint64_t seed = 0; seed < 60; ++seed) grown += Alone(pattern, seed).has_value() ? 1 : 0;
      if (grown < 30) std::cout << pattern.name << " " << grown << "/60\n";
    }
  }
}

TEST(Pattern, GrowsInEachOpsetThatHasItsOperators) {
  const auto sums =
      Parse("ReduceMean(ReduceSum(x[M K], axes=[1], keepdims=1), axes=[0], keepdims=0)");
  for (const int opset : {13, 17, 18, 22}) {
    const auto test = Alone(*sums, 1, DType::kFloat32, opset);
    ASSERT_TRUE(test.has_value()) << opset;
    EXPECT_EQ(test->model.graph.node(1).attrs.Has("axes"), opset < 18);
    EXPECT_EQ(test->model.graph.node(1).inputs.size(), opset < 18 ? 1U : 2U);
  }
}

TEST(Pattern, HasItsConstantsAsAttributesWhereTheyWereSo) {
  const auto limits = Parse("a, b = Split(x[4], [1 3], axis=0); Clip(b, -1, 1)");
  const auto test = Alone(*limits, 1, DType::kFloat32, 9);
  ASSERT_TRUE(test.has_value());
  EXPECT_TRUE(test->model.graph.node(0).attrs.Has("split"));
  EXPECT_TRUE(test->model.graph.node(1).attrs.Has("min"));
  EXPECT_EQ(test->model.graph.node(1).inputs.size(), 1U);
}

TEST(Pattern, LettersAreTheSameSizeWhereverTheyOccur) {
  const auto pattern = Parse("Add(MatMul(x[M K], w[K P]), b[P])");
  for (uint64_t seed = 0; seed < 20; ++seed)
    if (const auto test = Alone(*pattern, seed)) {
      EXPECT_EQ(Ops(*test), "MatMul Add");
      EXPECT_EQ(test->inputs.size(), 1U);
    }
}

TEST(NearMiss, IsAnotherPatternAndMostlyLegal) {
  Rng rng(5);
  int grown = 0, changed = 0;
  constexpr int kCount = 400;
  for (int i = 0; i < kCount; ++i) {
    const Pattern& pattern = rng.Pick(AllPatterns());
    const Pattern other = NearMiss(pattern, rng);
    const auto test = Alone(other, rng.Next());
    if (!test.has_value()) continue;
    ++grown;
    EXPECT_EQ(Problem(*test), "") << pattern.name << "\n" << PrintModel(test->model);
    changed += other.calls.size() != pattern.calls.size() ? 1 : 0;
  }
  EXPECT_GT(grown, kCount / 3);
  EXPECT_GT(changed, kCount / 20);
}

TEST(NearMiss, MakesAnIntermediateResultAnOutput) {
  auto pattern = Parse("Relu(Neg(x))");
  pattern->also_output = 0;
  const auto test = Alone(*pattern, 1);
  ASSERT_TRUE(test.has_value());
  EXPECT_EQ(test->model.graph.outputs.size(), 2U);
}

TEST(RandomGraph, HasThePatternsItSaysWithinItsNodes) {
  GraphOptions options{.nodes = 12, .opset = 13};
  options.newest_opset = 22;
  options.first_pattern = 1;
  options.patterns = 0.1;
  options.exact = true;
  std::map<std::string_view, int> uses;
  int without = 0;
  for (const RandomCase& test : Cases(9, 300, options)) {
    EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
    EXPECT_EQ(test.model.graph.node_count(), 12U);
    without += test.patterns.empty() ? 1 : 0;
    for (const PatternUse& use : test.patterns) ++uses[use.name];
  }
  EXPECT_LT(without, 60);
  EXPECT_GT(uses.size(), 150U);
}

TEST(RandomGraph, HasPatternsOfSpecialValues) {
  GraphOptions options{.nodes = 4, .opset = 18};
  options.special = true;
  options.first_pattern = 1;
  int with = 0;
  for (const RandomCase& test : Cases(9, 100, options)) {
    with += test.patterns.empty() ? 0 : 1;
    for (const NodePtr& node : test.model.graph.nodes())
      EXPECT_TRUE(TakesSpecialValues(node->op)) << node->op;
  }
  EXPECT_GT(with, 30);
}

// Whoever finds a size for a letter would read beyond the table of letters.
TEST(NearMiss, LeavesLeadingAxesInFront) {
  Rng rng(7);
  for (const Pattern& pattern : AllPatterns())
    for (int i = 0; i < 40; ++i)
      for (const PatternLeaf& leaf : NearMiss(pattern, rng).leaves)
        for (size_t k = 1; k < leaf.dims.size(); ++k)
          EXPECT_NE(leaf.dims[k].letter, '.') << pattern.name;
}

}  // namespace
}  // namespace assay::generate
