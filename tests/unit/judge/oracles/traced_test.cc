// traced: the plain call, and through a tracer.
#include "stand_in.h"

namespace assay::judge::traced_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("traced", Function(), OneTensor()); }

TEST(Traced, TheCallBecomesAFunctionOfItsTensors) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "def run(input):\n    return torch.f(input)"));
  EXPECT_TRUE(Has(trials[0], "other = torch.jit.trace(run, (input,), check_trace=False)"));
  EXPECT_EQ(trials[0].claim, "torch.jit.trace gives the same");
  EXPECT_THAT(VerdictsOn(trials, "def f(input): return input.abs()"), ElementsAre("holds"));
}

TEST(Traced, ATracerThatLosesAnOperationIsReported) {
  EXPECT_THAT(
      VerdictsOn(Trials(), R"(
def f(input):
    return input.abs()
jit.trace = lambda run, inputs, check_trace: lambda input: input)"),
      ElementsAre(AllOf(StartsWith("broken: "), HasSubstr(" plain, and "), HasSubstr("[-0.9"))));
}

TEST(Traced, WhatCannotBeTracedIsNoLie) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    return input.abs()
def trace(run, inputs, check_trace):
    raise RuntimeError("Tracer cannot infer type")
jit.trace = trace)"),
              ElementsAre(StartsWith("not applicable")));
}

TEST(Traced, WhatChangesFromRunToRunIsHeldAgainstNothing) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
calls = []
def f(input):
    calls.append(1)
    return input * len(calls))"),
              ElementsAre("holds"));
}

TEST(Traced, NotWhatIsRandomOrAmbiguousOrUnwritten) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Randomly zeroes elements, as with dropout.";
  EXPECT_TRUE(TrialsOf("traced", doc, OneTensor()).empty());
  doc = Function();
  doc.notes = {"The eigenvectors are not unique."};
  EXPECT_TRUE(TrialsOf("traced", doc, OneTensor()).empty());
  doc = Function();
  doc.text = "Returns a tensor filled with uninitialized data.";
  EXPECT_TRUE(TrialsOf("traced", doc, OneTensor()).empty());
}

TEST(Traced, EachFrameworkHasItsOwn) {
  knowledge::ApiDoc doc = Doc("jax.numpy.f");
  EXPECT_EQ(TrialsOf("traced", doc, OneTensor())[0].claim, "jax.jit gives the same");
  doc = Doc("tf.f");
  EXPECT_EQ(TrialsOf("traced", doc, OneTensor())[0].claim, "tf.function gives the same");
}

}  // namespace
}  // namespace assay::judge::traced_test
