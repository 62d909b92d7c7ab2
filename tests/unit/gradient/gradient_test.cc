// Whole models in text form: values by hand, kinks and ties, losses, what is refused.
#include "gradient/gradient.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "gradient/vjp.h"
#include "graph/text.h"
#include "onnx/official.h"
#include "ops/infer.h"
#include "tests/unit/gradient/finite_difference.h"

namespace assay::gradient {
namespace {

Model Parse(std::string_view text) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().message);
  const Status typed = ops::InferTypes(*model);
  EXPECT_TRUE(typed.ok()) << (typed.ok() ? "" : typed.error().message);
  return *model;
}

Known Doubles(Shape shape, std::vector<double> values) {
  return Known(Bounded::From(MakeTensor(DType::kFloat64, std::move(shape), values), {}).value());
}

// The output named `name` of a run.
Bounded Named(const GradientModel& model, const reference::Evaluation& run,
              const std::string& name) {
  const Graph& graph = model.model.graph;
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.name_of(graph.outputs[i]) == name) return run.outputs[i].tensor;
  ADD_FAILURE() << "no output " << name;
  return {};
}

void ExpectRight(const Result<Comparison>& result) {
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->mistake, "");
  EXPECT_GT(result->elements, 0);
}

TEST(Gradient, OfASquareByHand) {
  const Model model =
      Parse("graph (x: float64[2]) -> (y) { w: float64[2] = [2, 3]\n y = Mul(x, w) }");
  const auto made = Differentiate(model, {}, {"w", "x"});
  ASSERT_TRUE(made.ok()) << made.error().message;
  ASSERT_EQ(made->labels.size(), 1U);
  EXPECT_TRUE(made->ties.empty());
  EXPECT_EQ(made->tie, "");
  const auto run = reference::Evaluate(made->model, {Doubles({2}, {1, 2}), Doubles({2}, {0, 5})});
  ASSERT_TRUE(run.ok()) << run.error().message;
  // y = (2, 6), loss = (4 + 1) / 2, dy = (2, 1)
  EXPECT_EQ(Named(*made, *run, made->loss).real(0).v, 2.5);
  EXPECT_EQ(Named(*made, *run, made->gradients[0]).real(0).v, 2);
  EXPECT_EQ(Named(*made, *run, made->gradients[0]).real(1).v, 2);
  EXPECT_EQ(Named(*made, *run, made->gradients[1]).real(0).v, 4);
  EXPECT_EQ(Named(*made, *run, made->gradients[1]).real(1).v, 3);
  // The certified interval holds the exact result.
  const Real bound = Named(*made, *run, made->gradients[1]).real(1);
  EXPECT_LE(bound.lo, 3);
  EXPECT_GE(bound.hi, 3);
}

TEST(Gradient, TheModelItselfIsUnchanged) {
  const Model model = Parse("graph (x: float64[2]) -> (y) { y = Relu(x) }");
  const auto made = Differentiate(model, {}, {"x"});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->model.graph.nodes()[0], model.graph.nodes()[0]);  // the very same
  EXPECT_EQ(made->model.graph.name_of(made->model.graph.outputs[0]), "y");
  EXPECT_TRUE(onnxio::CheckWithOfficial(made->model).ok());
}

TEST(Gradient, AnExactTieIsToldAndAdmitsEveryChoice) {
  const Model model = Parse("graph (x: float64[3]) -> (y) { y = Relu(x) }");
  const auto made = Differentiate(model, {}, {"x"});
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->ties.size(), 1U);
  ASSERT_NE(made->tie, "");
  Bounded any(DType::kFloat32, Shape{});
  any.set(0, Real{0.5, 0, 1, Nan::kNever});
  const std::vector<Known> inputs = {Doubles({3}, {-1, 0, 1}), Doubles({3}, {-3, -3, -3}), any};
  const auto run = reference::Evaluate(made->model, inputs);
  ASSERT_TRUE(run.ok()) << run.error().message;
  const Bounded tied = Named(*made, *run, made->ties[0]);
  EXPECT_EQ(tied.integer(0).v, 0);
  EXPECT_EQ(tied.integer(1).v, 1);
  EXPECT_EQ(tied.integer(2).v, 0);
  // dy = 2 (y + 3) / 3: 2 at 0, 8/3 at 1.
  const Bounded d = Named(*made, *run, made->gradients[0]);
  EXPECT_EQ(d.real(0).hi, 0);
  EXPECT_EQ(d.real(0).lo, 0);
  EXPECT_LE(d.real(1).lo, 0);
  EXPECT_GE(d.real(1).hi, 2);
  EXPECT_NEAR(d.real(2).lo, 8.0 / 3, 1e-9);
}

TEST(Gradient, ATieThatDoesNotMatterLeavesNoDoubt) {
  // Windows of zeros behind a rectifier are tied, but nothing flows back through the rectifier.
  const Model model = Parse(
      "graph (x: float64[1,1,4]) -> (y) { r = Relu(x)\n"
      " y = MaxPool<kernel_shape=[2], strides=[2]>(r) }");
  const auto made = Differentiate(model, {}, {"x"});
  ASSERT_TRUE(made.ok()) << made.error().message;
  Bounded any(DType::kFloat32, Shape{});
  any.set(0, Real{0.5, 0, 1, Nan::kNever});
  std::vector<Known> inputs = {Doubles({1, 1, 4}, {-1, -2, 3, 4}), Doubles({1, 1, 2}, {1, 1})};
  inputs.emplace_back(any);
  const auto run = reference::Evaluate(made->model, inputs);
  ASSERT_TRUE(run.ok()) << run.error().message;
  const Bounded d = Named(*made, *run, made->gradients[0]);
  for (const int64_t i : {0, 1, 2}) {
    EXPECT_EQ(d.real(i).lo, 0);
    EXPECT_EQ(d.real(i).hi, 0);
  }
  EXPECT_NEAR(d.real(3).v, 3, 1e-12);
  EXPECT_LT(d.real(3).hi - d.real(3).lo, 1e-9);
}

TEST(Gradient, WhatTheLossDoesNotDependOnGetsZeros) {
  const Model model =
      Parse("graph (x: float64[2], z: float64[3]) -> (y) { f = Floor(x)\n y = Add(f, x) }");
  const auto made = Differentiate(model, {}, {"x", "z"});
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made->unreached, std::vector<std::string>{"z"});
  const auto run = reference::Evaluate(
      made->model, {Doubles({2}, {1.5, 2.5}), Doubles({3}, {1, 1, 1}), Doubles({2}, {0, 0})});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(Named(*made, *run, made->gradients[1]).real(2).v, 0);
  EXPECT_NEAR(Named(*made, *run, made->gradients[0]).real(0).v, 2.5, 1e-12);
}

TEST(Gradient, AnOperatorWithoutRuleIsNamedOnlyWhereItMatters) {
  const Model model = Parse(
      "graph (x: float64[2,2], z: float64[2]) -> (y, k) { d = Det(x)\n y = Mul(d, z)\n k = Neg(z) "
      "}");
  const auto refused = Differentiate(model, {}, {"x"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kRejected);
  EXPECT_NE(refused.error().message.find("Det"), std::string::npos) << refused.error().message;
  EXPECT_TRUE(Differentiate(model, {}, {"z"}).ok());
  EXPECT_TRUE(Differentiate(model, {.output = "k"}, {"x", "z"}).ok());
}

// Libraries differ in which update stays, and the other one has no derivative.
TEST(Gradient, UpdatesOfOneElementAreRefusedWhereOneOverwritesTheOther) {
  const auto elements = [](const std::string& indices) {
    return Parse("graph (x: float64[2,3], u: float64[1,2]) -> (y) { i: int64[1,2] = " + indices +
                 "\n y = ScatterElements<axis=1>(x, i, u) }");
  };
  EXPECT_TRUE(Differentiate(elements("[0, 2]"), {}, {"x", "u"}).ok());
  EXPECT_TRUE(Differentiate(elements("[2, -1]"), {}, {"x"}).ok());
  EXPECT_FALSE(Differentiate(elements("[2, -1]"), {}, {"u"}).ok());
  const auto rows = [](const std::string& indices) {
    return Parse("graph (x: float64[2,3], u: float64[2]) -> (y) { i: int64[2,2] = " + indices +
                 "\n y = ScatterND(x, i, u) }");
  };
  EXPECT_TRUE(Differentiate(rows("[0, 1, 1, 0]"), {}, {"u"}).ok());
  EXPECT_FALSE(Differentiate(rows("[0, 1, -2, -2]"), {}, {"u"}).ok());
  const Model adds = Parse(
      "graph (x: float64[3], u: float64[2]) -> (y) { i: int64[2] = [1, 1]\n y = "
      "ScatterElements<axis=0, reduction=\"add\">(x, i, u) }");
  EXPECT_TRUE(Differentiate(adds, {}, {"u"}).ok());
}

TEST(Gradient, WrongNamesAreInvalid) {
  const Model model = Parse("graph (x: float64[2], i: int64[2]) -> (y) { y = Neg(x) }");
  for (const char* name : {"nothing", "i", "y"}) {
    const auto made = Differentiate(model, {}, {name});
    ASSERT_FALSE(made.ok()) << name;
    EXPECT_EQ(made.error().kind, ErrorKind::kInvalid);
  }
  EXPECT_FALSE(Differentiate(model, {.output = "x"}, {"x"}).ok());
}

TEST(Gradient, ControlFlowAndUnknownSizesAreRefused) {
  const auto dynamic =
      Differentiate(Parse("graph (x: float64[n]) -> (y) { y = Relu(x) }"), {}, {"x"});
  ASSERT_FALSE(dynamic.ok());
  EXPECT_EQ(dynamic.error().kind, ErrorKind::kRejected);
  const auto old = Differentiate(
      Parse("model ir=7 opset=12\ngraph (x: float32[2]) -> (y) { y = Relu(x) }"), {}, {"x"});
  ASSERT_FALSE(old.ok());
  EXPECT_NE(old.error().message.find("opset"), std::string::npos);
}

TEST(Gradient, AGradientCanBeDifferentiatedAgain) {
  const Model model = Parse("graph (x: float64[3]) -> (y) { s = Sin(x)\n y = Mul(s, x) }");
  auto once = Differentiate(model, {}, {"x"});
  ASSERT_TRUE(once.ok());
  const auto twice = Differentiate(once->model, {.output = once->gradients[0]}, {"x"});
  ASSERT_TRUE(twice.ok()) << twice.error().message;
  std::vector<Datum> inputs;
  const std::vector<double> x = {0.3, -1, 2}, label = {1, 0, -1};
  inputs.emplace_back(MakeTensor(DType::kFloat64, Shape{3}, x));
  inputs.emplace_back(MakeTensor(DType::kFloat64, Shape{3}, label));
  ExpectRight(
      CompareWithDifferences(once->model, inputs, {"x"}, {.output = once->gradients[0]}, 1));
}

TEST(Gradient, FunctionsOfTheModelAreSeenThrough) {
  ExpectRight(CompareText(R"(
    model ir=10 opset=21 opset my=1
    function my::Act(a) -> (b) { s = Sigmoid(a)
      b = Mul(a, s) }
    graph (x: float64[2,3]) -> (y) { y = my::Act(x) })"));
}

TEST(Gradient, IndicesKnownOnlyWhenRunning) {
  for (const char* text :
       {"graph (x: float64[2,3,2], i: int64[2,2]) -> (y) { y = Gather<axis=1>(x, i) }",
        "graph (x: float64[3], i: int64[]) -> (y) { y = Gather(x, i) }",
        "graph (x: float64[2,3], i: int64[2,2]) -> (y) { y = GatherElements<axis=1>(x, i) }",
        "graph (x: float64[2,3,2], i: int64[2,2]) -> (y) { y = GatherND(x, i) }"})
    ExpectRight(CompareText(text));
}

TEST(Gradient, RotaryEmbeddingWhichHasNoFloat64) {
  // The operator is linear, so the loss is a parabola and central differences are exact for any
  // step: a large one leaves only the rounding of float32.
  constexpr Accuracy kLinear{.step = 0.5, .tolerance = 1e-5};
  const std::pair<const char*, int> kinds[] = {
      {"", 2}, {"<interleaved=1>", 2}, {"<rotary_embedding_dim=2>", 1}};
  for (const auto& [attrs, angles] : kinds)
    ExpectRight(CompareText(
        StrCat("model ir=10 opset=23\n graph (x: float32[1,2,3,4]) -> (y) {\n", " c: float32[1,3,",
               angles, "] = fill(0.25)\n", " s: float32[1,3,", angles, "] = fill(-0.75)\n",
               " y = RotaryEmbedding", attrs, "(x, c, s) }"),
        -2, 2, 1, {}, kLinear));
}

TEST(Gradient, Einsum) {
  for (const char* equation : {"ij,jk->ik", "ij,kj->", "ij,j->ji", "ij,kl->l"}) {
    const std::string second =
        std::string(equation).find(",j->") != std::string::npos ? "[3]" : "[3,3]";
    ExpectRight(CompareText(StrCat("graph (a: float64[3,3], b: float64", second,
                                   ") -> (y) { y = Einsum<equation=\"", equation, "\">(a, b) }")));
  }
}

class EveryLoss : public testing::TestWithParam<std::string> {};

TEST_P(EveryLoss, AgreesWithFiniteDifferences) {
  const LossDef* def = FindLoss(GetParam());
  ASSERT_NE(def, nullptr);
  for (const char* shape : {"[4,3]", "[5]", "[2,3,2]"})
    for (const double delta : {1.0, 0.3})
      ExpectRight(CompareText(StrCat("graph (x: float64", shape, ") -> (y) { y = Mul(x, x) }"), -2,
                              2, 3, {.kind = def->kind, .delta = delta}));
}

INSTANTIATE_TEST_SUITE_P(Losses, EveryLoss, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const LossDef& def : AllLosses()) names.emplace_back(def.name);
                           return names;
                         }()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Losses, ByHand) {
  const Model model = Parse("graph (x: float64[2]) -> (y) { y = Identity(x) }");
  const auto value = [&](const Loss& loss, const Known& labels) {
    const auto made = Differentiate(model, loss, {"x"});
    EXPECT_TRUE(made.ok());
    std::vector<Known> inputs = {Doubles({2}, {3, 0.5}), labels};
    const auto run = reference::Evaluate(made->model, inputs);
    EXPECT_TRUE(run.ok());
    return Named(*made, *run, made->loss).real(0).v;
  };
  const Known zeros = Doubles({2}, {0, 0});
  const int64_t first = 0;
  const Known label = Known(Bounded::From(ScalarInt64(first), {}).value());
  EXPECT_NEAR(value({.kind = LossKind::kMeanSquared}, zeros), (9 + 0.25) / 2, 1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kMeanAbsolute}, zeros), 1.75, 1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kHuber, .delta = 2}, zeros), (2 * (3 - 1) + 0.125) / 2,
              1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kSmoothL1, .delta = 2}, zeros), (2 * (3 - 1) + 0.125) / 4,
              1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kCrossEntropy}, label), std::log(1 + std::exp(-2.5)), 1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kNegativeLogLikelihood}, label), -3, 1e-12);
  EXPECT_NEAR(value({.kind = LossKind::kBinaryCrossEntropy}, zeros),
              (std::log1p(std::exp(3.0)) + std::log1p(std::exp(0.5))) / 2, 1e-12);
}

TEST(Rules, AreSortedAndNameOperators) {
  std::string_view before;
  for (const Rule& rule : AllRules()) {
    EXPECT_LT(before, rule.op);
    EXPECT_NE(ops::FindOp("", rule.op), nullptr) << rule.op;
    before = rule.op;
  }
}

}  // namespace
}  // namespace assay::gradient
