// Every model of the zoo: builds, has roles, repeats, computes something sensible.
#include "zoo/zoo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "reference/evaluator.h"

namespace assay::zoo {
namespace {

constexpr uint64_t kSeed = 1, kOtherSeed = 2;
// A campaign evaluates thousands of these.
constexpr size_t kLargestSmallModel = 450 * 1024;

std::string CamelName(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (c != '-') out += c;
  return out;
}

std::vector<Known> AsKnown(const std::vector<Datum>& inputs, const Rules& rules) {
  std::vector<Known> out;
  for (const Datum& input : inputs) out.push_back(Known::From(input, rules).value());
  return out;
}

// One admissible execution: plain numbers, however wide the bounds.
Result<reference::Evaluation> Execute(const Model& model, const std::vector<Datum>& inputs) {
  Rng rng(7);
  reference::EvalOptions options;
  options.adversary = &rng;
  return reference::Evaluate(model, AsKnown(inputs, options.rules), options);
}

// The values of all outputs of floats.
std::vector<double> Values(const reference::Evaluation& evaluation) {
  std::vector<double> out;
  for (const Known& known : evaluation.outputs)
    if (known.is_tensor() && known.tensor.is_real())
      out.insert(out.end(), known.tensor.v().begin(), known.tensor.v().end());
  return out;
}

class ZooModel : public testing::TestWithParam<const ZooDef*> {
 protected:
  static Subject Small(uint64_t seed) { return Build(*GetParam(), Size::kSmall, seed).value(); }
};

TEST_P(ZooModel, EveryNodeHasARole) {
  const Subject subject = Small(kSeed);
  std::map<std::string, int> roles;
  for (const NodePtr& node : subject.model.graph.nodes()) {
    const std::string role = node->name.substr(0, node->name.find('/'));
    EXPECT_TRUE(role == "backbone" || role == "head") << node->name;
    ++roles[role];
  }
  EXPECT_GT(roles["backbone"], 0);
  EXPECT_GT(roles["head"], 0);
}

TEST_P(ZooModel, InputsFitAndTypesAreKnown) {
  const Subject subject = Small(kSeed);
  const Graph& graph = subject.model.graph;
  ASSERT_EQ(subject.inputs.size(), graph.inputs.size());
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& value = subject.inputs[i].tensor;
    EXPECT_EQ(graph.type(graph.inputs[i]), ValueType(TensorType(value.dtype(), value.shape())));
  }
  EXPECT_FALSE(graph.outputs.empty());
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs) EXPECT_TRUE(graph.type(id).is_tensor()) << node->name;
}

TEST_P(ZooModel, SmallIsSmall) {
  size_t bytes = 0;
  const Subject subject = Small(kSeed);
  for (const auto& [id, tensor] : subject.model.graph.initializers()) bytes += tensor.byte_size();
  EXPECT_LE(bytes, kLargestSmallModel);
}

TEST_P(ZooModel, SameSeedSameModel) {
  const Subject a = Small(kSeed), b = Small(kSeed), c = Small(kOtherSeed);
  EXPECT_TRUE(a.model == b.model);
  EXPECT_TRUE(a.inputs == b.inputs);
  EXPECT_FALSE(a.model == c.model);
  EXPECT_FALSE(a.inputs == c.inputs);
}

TEST_P(ZooModel, OutputsAreFiniteAndModerate) {
  const Subject subject = Small(kSeed);
  const auto evaluation = Execute(subject.model, subject.inputs);
  ASSERT_TRUE(evaluation.ok()) << evaluation.error().message;
  for (const double value : Values(*evaluation)) {
    ASSERT_TRUE(std::isfinite(value));
    ASSERT_LT(std::abs(value), 1e3);
  }
}

// A network whose rectifiers all rest would pass every comparison.
TEST_P(ZooModel, OutputsDependOnTheInput) {
  const Subject subject = Small(kSeed), other = Small(kOtherSeed);
  const auto a = Execute(subject.model, subject.inputs);
  const auto b = Execute(subject.model, other.inputs);
  ASSERT_TRUE(a.ok() && b.ok());
  const std::vector<double> x = Values(*a), y = Values(*b);
  ASSERT_EQ(x.size(), y.size());
  double largest = 0;
  for (size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  EXPECT_GT(largest, 1e-2);
}

// What small models are shaped for: the reference can judge outputs of a deep network. The strict
// tier, because the lenient one allows every batch normalisation to be folded away.
TEST_P(ZooModel, BoundsOfTheOutputsSayMuch) {
  if (GetParam()->name == "bert")
    GTEST_SKIP() << "24 normalisations in a row: each may triple a worst-case bound";
  const Subject subject = Small(kSeed);
  reference::EvalOptions options;
  options.rules.tier = Tier::kStrict;
  const auto evaluation =
      reference::Evaluate(subject.model, AsKnown(subject.inputs, options.rules), options);
  ASSERT_TRUE(evaluation.ok()) << evaluation.error().message;
  const Bounded& out = evaluation->outputs[0].tensor;
  double largest = 0, width = 0;
  for (int64_t i = 0; i < out.count(); ++i) {
    largest = std::max(largest, std::abs(out.real(i).v));
    width = std::max(width, out.real(i).hi - out.real(i).lo);
  }
  EXPECT_LT(width, 0.1 * largest);
}

std::vector<const ZooDef*> Everything() {
  std::vector<const ZooDef*> out;
  for (const ZooDef& def : AllModels()) out.push_back(&def);
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, ZooModel, testing::ValuesIn(Everything()),
                         [](const auto& test) { return CamelName(test.param->name); });

TEST(Zoo, FindsByName) {
  ASSERT_NE(FindModel("lenet5-mnist"), nullptr);
  EXPECT_EQ(FindModel("lenet5-mnist")->dataset, "MNIST");
  EXPECT_EQ(FindModel("lenet"), nullptr);
}

TEST(Zoo, FullSizeIsThePublishedNumberOfParameters) {
  // Published (or counted from the usual implementations): 61,706; 3,504,872 for MobileNet v2
  // besides the statistics of batch normalisation (two numbers for each of 17,056 channels).
  const auto count = [](std::string_view name) {
    const Subject subject = Build(*FindModel(name), Size::kFull, kSeed).value();
    int64_t parameters = 0;
    for (const auto& [id, tensor] : subject.model.graph.initializers())
      if (tensor.rank() > 0 && tensor.dtype() == DType::kFloat32) parameters += tensor.count();
    return parameters;
  };
  EXPECT_EQ(count("lenet5-mnist"), 61706);
  EXPECT_EQ(count("mobilenet-v2"), 3504872 + 2 * 17056);
}

}  // namespace
}  // namespace assay::zoo
