#include "mutate/tolerance.h"

#include <gtest/gtest.h>

#include "tests/unit/mutate/sample_models_study.h"

namespace assay::mutate::study_tests {
namespace {

bool Tolerates(std::string_view text, std::string_view value) {
  const Model model = StudySample(text).model;
  return ToleratesChange(model.graph, model.graph.Find(value));
}

TEST(Tolerance, OrdinaryFunctionsTolerate) {
  EXPECT_TRUE(Tolerates("graph (x: float32[2]) -> (z) { y = Tanh(x)  z = Exp(y) }", "x"));
}

TEST(Tolerance, PartialFunctionsDoNot) {
  for (const std::string op : {"Log", "Sqrt", "Reciprocal", "Acos", "Atanh", "ReduceLogSum"})
    EXPECT_FALSE(Tolerates("graph (x: float32[2]) -> (z) { y = Neg(x)  z = " + op + "(y) }", "x"))
        << op;
}

TEST(Tolerance, ADivisorMustBeProtected) {
  EXPECT_FALSE(Tolerates("graph (x: float32[2]) -> (z) { z = Div(x, x) }", "x"));
  EXPECT_TRUE(Tolerates("graph (x: float32[2], d: float32[2]) -> (z) { z = Div(x, d) }", "x"));
  EXPECT_TRUE(Tolerates(R"(graph (x: float32[2]) -> (z) {
    e: float32[] = 0.1
    a = Abs(x)
    d = Add(a, e)
    z = Div(x, d)
  })",
                        "x"));
}

TEST(Tolerance, SeesThroughNormalisationByHand) {
  for (const SampleModel& sample : kStudySamples)
    if (sample.name == "layer-norm-by-hand") {
      EXPECT_TRUE(Tolerates(sample.text, "x"));
      EXPECT_TRUE(Tolerates(sample.text, "h"));
      EXPECT_FALSE(Tolerates(sample.text, "v"));  // itself the protected value
    }
}

TEST(Tolerance, SoftmaxByHandIsSafe) {
  EXPECT_TRUE(Tolerates(R"(graph (x: float32[2,3]) -> (z) {
    e = Exp(x)
    axes: int64[1] = [-1]
    s = ReduceSum(e, axes)
    z = Div(e, s)
  })",
                        "x"));
}

TEST(Tolerance, IntegersFromDataAreNot) {
  EXPECT_FALSE(Tolerates("graph (x: float32[2]) -> (z) { z = Cast<to=int64>(x) }", "x"));
  EXPECT_TRUE(Tolerates("graph (x: float32[2]) -> (z) { z = ArgMax(x) }", "x"));
}

// The shape of a value does not depend on its numbers.
TEST(Tolerance, ShapeArithmeticIsSafe) {
  EXPECT_TRUE(Tolerates(R"(graph (x: float32[2,3]) -> (z) {
    s = Shape(x)
    f = Cast<to=float32>(s)
    i = Cast<to=int64>(f)
    z = Reshape(x, i)
  })",
                        "x"));
}

TEST(Tolerance, BodiesAreFollowed) {
  const auto with = [](const std::string& op) {
    return "graph (x: float32[2], c: bool[]) -> (y) { h = Neg(x)  y = If<then_branch=graph () -> "
           "(p) { p = " +
           op + "(h) }, else_branch=graph () -> (q) { q = Abs(h) }>(c) }";
  };
  EXPECT_TRUE(Tolerates(with("Tanh"), "x"));
  EXPECT_FALSE(Tolerates(with("Log"), "x"));
}

TEST(Tolerance, ConditionsAreNot) {
  EXPECT_FALSE(Tolerates(R"(graph (x: float32[], z: float32[]) -> (y) {
    c = Greater(x, z)
    y = If<then_branch=graph () -> (p) { p = Neg(z) }, else_branch=graph () -> (q) { q = Abs(z) }>(c)
  })",
                         "x"));
}

TEST(Tolerance, MasksAreLeftAlone) {
  constexpr std::string_view kMasked = R"(graph (x: float32[2,2], m: bool[2,2]) -> (z) {
    never: float32[] = -inf
    s = Neg(x)
    t = Where(m, s, never)
    p = Softmax(t)
    z = Neg(p)
  })";
  EXPECT_TRUE(Tolerates(kMasked, "s"));
  EXPECT_FALSE(Tolerates(kMasked, "t"));
  EXPECT_FALSE(Tolerates(kMasked, "p"));  // without its Softmax the mask would be free
  EXPECT_TRUE(Tolerates(kMasked, "z"));
}

TEST(Tolerance, PowersDependOnTheExponent) {
  const auto pow = [](const std::string& exponent) {
    return Tolerates(
        "graph (x: float32[2]) -> (z) { e: float32[] = " + exponent + "  z = Pow(x, e) }", "x");
  };
  EXPECT_TRUE(pow("2"));
  EXPECT_TRUE(pow("3"));
  EXPECT_FALSE(pow("0.5"));
  EXPECT_FALSE(pow("-1"));
}

}  // namespace
}  // namespace assay::mutate::study_tests
