#include "optbug/check.h"

#include <gtest/gtest.h>

namespace assay::optbug {
namespace {

using program::ProgramOutcome;
using program::ProgramStatus;

ProgramOutcome Raised(const std::string& exception, const std::string& message, bool reached) {
  ProgramOutcome out;
  out.status = ProgramStatus::kException;
  out.run.exception = exception;
  out.run.message = message;
  out.run.out = reached ? "-- optimise --\n" : "";
  return out;
}

const std::vector<Limitation> kLimits = {{"not supported", "^jit", "says so"}};

TEST(Check, NothingBeforeTheOptimisationAccusesAnybody) {
  EXPECT_EQ(JudgeOutcome(Raised("RuntimeError", "boom", false), "jit-script", {}).verdict,
            CheckVerdict::kNotApplicable);
  EXPECT_EQ(JudgeOutcome(Raised("RuntimeError", "boom", true), "jit-script", {}).verdict,
            CheckVerdict::kException);
}

TEST(Check, WhatGoesWrongInTheCheckItselfAccusesNobody) {
  const auto verdict = [](const std::string& printed) {
    ProgramOutcome outcome = Raised("TypeError", "'int' object is not callable", true);
    outcome.run.out = printed;
    return JudgeOutcome(outcome, "prune-global", {}).verdict;
  };
  EXPECT_EQ(verdict("-- optimise --\n"), CheckVerdict::kException);
  EXPECT_EQ(verdict("-- optimise --\n-- check --\n"), CheckVerdict::kNotApplicable);
  EXPECT_EQ(verdict("-- optimise --\n-- check --\n-- run --\n"), CheckVerdict::kException);
  EXPECT_EQ(verdict("-- optimise --\n-- run --\n-- ran --\n"), CheckVerdict::kNotApplicable);
  // Another turn: the optimised model again.
  EXPECT_EQ(verdict("-- optimise --\n-- run --\n-- ran --\n-- run --\n"), CheckVerdict::kException);
  ProgramOutcome said = Raised("AssertionError", "wrong value: 3 of 10 weights are pruned", true);
  said.run.out = "-- optimise --\n-- check --\n";
  EXPECT_EQ(JudgeOutcome(said, "prune-global", {}).verdict, CheckVerdict::kWrongValue);
}

TEST(Check, ChecksSayWhatIsWrong) {
  const auto verdict = [](const std::string& message) {
    return JudgeOutcome(Raised("AssertionError", message, true), "jit-script", {}).verdict;
  };
  EXPECT_EQ(verdict("wrong value: result[0] is 1, not 2"), CheckVerdict::kWrongValue);
  EXPECT_EQ(verdict("changed form: result is int, not float"), CheckVerdict::kChangedForm);
  EXPECT_EQ(verdict("original changed: weight"), CheckVerdict::kOriginalChanged);
  EXPECT_EQ(verdict("costs more: a run takes 9 times as long"), CheckVerdict::kCostsMore);
  EXPECT_EQ(verdict("something of the framework"), CheckVerdict::kException);
}

TEST(Check, DocumentedLimitsAreNoBugs) {
  const ProgramOutcome outcome = Raised("RuntimeError", "this is not supported", true);
  const CheckedRun judged = JudgeOutcome(outcome, "jit-script", kLimits);
  EXPECT_EQ(judged.verdict, CheckVerdict::kUnsupported);
  EXPECT_EQ(judged.reason, "says so");
  EXPECT_EQ(JudgeOutcome(outcome, "prune-l1", kLimits).verdict, CheckVerdict::kException);
  const ProgramOutcome internal =
      Raised("RuntimeError", "INTERNAL ASSERT FAILED: this is not supported", true);
  EXPECT_EQ(JudgeOutcome(internal, "jit-script", kLimits).verdict, CheckVerdict::kException);
}

TEST(Check, ResourcesAndMissingNamesAreNoBugs) {
  ProgramOutcome outcome = Raised("NameError", "x", true);
  outcome.run.invalid = true;
  EXPECT_EQ(JudgeOutcome(outcome, "jit-script", {}).verdict, CheckVerdict::kNotApplicable);
  EXPECT_EQ(JudgeOutcome(Raised("MemoryError", "", true), "jit-script", {}).verdict,
            CheckVerdict::kNotApplicable);
}

TEST(Check, AProgramThatEndsMustHaveRunTheOptimisedModel) {
  ProgramOutcome outcome;
  outcome.run.out = "-- optimise --\n-- ran --\n";
  EXPECT_EQ(JudgeOutcome(outcome, "jit-script", {}).verdict, CheckVerdict::kHolds);
  outcome.run.out = "-- optimise --\n";
  EXPECT_EQ(JudgeOutcome(outcome, "jit-script", {}).verdict, CheckVerdict::kNotApplicable);
}

constexpr const char* kWhole =
    "import torch\nmodel = torch.nn.Sequential(torch.nn.Linear(2, 2))\nx = torch.ones(1, 2)\n"
    "fast = torch.jit.script(model)\nfast(x)\n";

TEST(Check, RelevantNeedsTextAndRun) {
  ProgramOutcome outcome;
  EXPECT_TRUE(MeasureOf(kWhole, outcome).valid);
  EXPECT_FALSE(MeasureOf(kWhole, outcome).relevant);  // never called anything
  outcome.run.apis_called = {"torch.ones", "torch.jit.script"};
  EXPECT_TRUE(MeasureOf(kWhole, outcome).relevant);
  EXPECT_FALSE(MeasureOf("import torch\ntorch.jit.script\n", outcome).relevant);
}

TEST(Check, InvalidIsAsInThePaper) {
  ProgramOutcome outcome;
  EXPECT_FALSE(MeasureOf("def (:\n", outcome).valid);
  outcome.run.invalid = true;
  EXPECT_FALSE(MeasureOf(kWhole, outcome).valid);
}

// Each limit names its page and what stands there, or the list is refused.
TEST(Check, TheListOfLimitsCanBeRead) {
  const auto limits = LoadLimitations();
  ASSERT_TRUE(limits.ok()) << limits.error().message;
  EXPECT_FALSE(limits->empty());
}

TEST(Check, WhatTheSentenceDoesNotCoverIsJudged) {
  const auto limits = LoadLimitations();
  ASSERT_TRUE(limits.ok()) << limits.error().message;
  const auto verdict = [&](const char* optimiser, const char* exception, const char* message) {
    return JudgeOutcome(Raised(exception, message, true), optimiser, *limits).verdict;
  };
  const auto kNo = CheckVerdict::kUnsupported, kBug = CheckVerdict::kException;
  EXPECT_EQ(verdict("jit-script", "RuntimeError", "Unknown type name 'Held':"), kNo);
  EXPECT_EQ(verdict("export", "RuntimeError", "Unknown type name 'Held':"), kBug);
  EXPECT_EQ(verdict("export", "RuntimeError", "complex inputs are not supported"), kNo);
  // Python's own words about a value of the optimiser, and a word in passing.
  EXPECT_EQ(verdict("export", "TypeError", "unsupported operand type(s) for +: 'NoneType'"), kBug);
  EXPECT_EQ(verdict("export", "RuntimeError", "qnnpack gave 3"), kBug);
  EXPECT_EQ(verdict("export", "RuntimeError", "not compiled with CUDA enabled"), kNo);
  // An operator of the library that the optimiser put there is its own choice.
  EXPECT_EQ(verdict("jit-optimize-trace", "RuntimeError", "mkldnn_gelu: tanh is not supported"),
            kBug);
  EXPECT_EQ(verdict("jit-script", "KeyError", "Dict"), kBug);
  EXPECT_EQ(verdict("jax-jit", "jax.errors.TracerBoolConversionError", "of a traced array"), kNo);
}

}  // namespace
}  // namespace assay::optbug
