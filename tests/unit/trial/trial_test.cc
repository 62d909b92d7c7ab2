#include "trial/trial.h"

#include <gtest/gtest.h>

#include "trial/claim.h"

namespace assay::trial {
namespace {

using program::ProgramOutcome;
using program::ProgramStatus;

ProgramOutcome Raised(int line, const std::string& exception, const std::string& message) {
  ProgramOutcome out;
  out.status = ProgramStatus::kException;
  out.run.line = line;
  out.run.exception = exception;
  out.run.message = message;
  return out;
}

Trial At(int line) {
  Trial out = NewTrial("default", "p", "Default: 1", "p is 1");
  out.claim_line = line;
  return out;
}

TEST(JudgeTrial, WhatFailsBeforeTheClaimSaysNothing) {
  EXPECT_EQ(JudgeTrial(At(10), Raised(9, "ValueError", "no")).verdict, Verdict::kNotApplicable);
  EXPECT_EQ(JudgeTrial(At(10), Raised(10, "ValueError", "no")).verdict, Verdict::kBroken);
}

TEST(JudgeTrial, AnUnseenCallIsStillOurCall) {
  ProgramOutcome outcome;
  outcome.status = ProgramStatus::kNoTarget;
  EXPECT_EQ(JudgeTrial(At(1), outcome).verdict, Verdict::kHolds);
  outcome.status = ProgramStatus::kFlaky;
  EXPECT_EQ(JudgeTrial(At(1), outcome).verdict, Verdict::kNotApplicable);
}

TEST(JudgeTrial, OnlyOurOwnAssertionIsACheck) {
  Trial trial = At(1);
  trial.blame = Blame::kChecks;
  EXPECT_EQ(JudgeTrial(trial, Raised(5, "AssertionError", "within the framework")).verdict,
            Verdict::kNotApplicable);
  const Judged judged = JudgeTrial(trial, Raised(5, "AssertionError", "p is 1: 3 is now 4"));
  EXPECT_EQ(judged.verdict, Verdict::kBroken);
  EXPECT_EQ(judged.message, "3 is now 4");
}

TEST(JudgeTrial, AnArgumentGivenTwiceIsOurMistake) {
  EXPECT_EQ(
      JudgeTrial(At(1), Raised(5, "TypeError", "f() got multiple values for argument 'p'")).verdict,
      Verdict::kNotApplicable);
}

TEST(JudgeTrial, WhatMustBePassedByNameIsOurMistake) {
  EXPECT_EQ(JudgeTrial(At(1), Raised(5, "TypeError",
                                     "dot() takes 2 positional arguments but 3 were given"))
                .verdict,
            Verdict::kNotApplicable);
}

TEST(JudgeTrial, NotImplementedIsNoLie) {
  Trial trial = At(1);
  EXPECT_EQ(
      JudgeTrial(trial, Raised(5, "RuntimeError", "\"f\" not implemented for 'Half'")).verdict,
      Verdict::kNotApplicable);
  trial.must_be_supported = true;
  EXPECT_EQ(
      JudgeTrial(trial, Raised(5, "RuntimeError", "\"f\" not implemented for 'Half'")).verdict,
      Verdict::kUnsupported);
}

TEST(JudgeTrial, NotesAreNoAccusations) {
  Trial trial = At(1);
  trial.if_broken = Verdict::kUnchecked;
  const Judged judged = JudgeTrial(trial, Raised(5, "AssertionError", "p is 1: accepted"));
  EXPECT_EQ(judged.verdict, Verdict::kUnchecked);
  EXPECT_TRUE(IsNote(judged.verdict));
  EXPECT_TRUE(IsDisagreement(judged.verdict));
  EXPECT_EQ(JudgeTrial(At(1), Raised(5, "AssertionError", "p is 1: another error, X")).verdict,
            Verdict::kOtherError);
}

TEST(JudgeTrial, AHangOfACompilerIsNoHang) {
  ProgramOutcome outcome;
  outcome.status = ProgramStatus::kHangs;
  outcome.run.cpu_seconds = 19;
  outcome.run.busy = 1;
  Trial trial = At(1);
  EXPECT_EQ(JudgeTrial(trial, outcome).verdict, Verdict::kNotApplicable);  // before the claim
  outcome.run.out = std::string(kClaimMark) + "\n";
  EXPECT_EQ(JudgeTrial(trial, outcome).verdict, Verdict::kHangs);
  outcome.run.cpu_seconds = 2;  // no processor was free
  EXPECT_EQ(JudgeTrial(trial, outcome).verdict, Verdict::kNotApplicable);
  outcome.run.cpu_seconds = 19;
  trial.blame = Blame::kChecks;
  EXPECT_EQ(JudgeTrial(trial, outcome).verdict, Verdict::kNotApplicable);
}

TEST(TrialWriter, TheClaimBeginsAtTheClaimedCall) {
  const std::string prelude =
      "import numpy as np\n\n\ndef same(a, b):\n    return near(a, b)\n\n\ndef near(a, b):\n    "
      "return a == b\n\n\ndef unused():\n    pass\n";
  knowledge::ApiDoc doc;
  doc.name = "torch.f";
  Trial trial = At(0);
  TrialWriter writer(*FindDialect("torch"), prelude);
  writer.Call({}, doc, "expected").ClaimedCall({}, doc, "actual");
  writer.Check("same(expected, actual)", trial.claim, "'x'").Finish(trial);
  EXPECT_EQ(trial.program.find("unused"), std::string::npos);
  EXPECT_NE(trial.program.find("def near"), std::string::npos);
  int line = 1;
  size_t at = 0;
  for (; line < trial.claim_line; ++line) at = trial.program.find('\n', at) + 1;
  EXPECT_EQ(trial.program.substr(at, 18), "actual = torch.f()");
}

TEST(TrialWriter, NothingBreaksOutOfATextOrAComment) {
  const Dialect& dialect = *FindDialect("torch");
  const std::string no_prelude;
  TrialWriter writer(dialect, no_prelude);
  Trial trial = At(0);
  writer.Comment("one\rprint(1)\ntwo\x0c");
  writer.Check("True", "a\"b\\c\rprint(2)\nd", "''");
  writer.Finish(trial);
  EXPECT_EQ(trial.program.find('\r'), std::string::npos);
  EXPECT_NE(trial.program.find("# one print(1)\n# two \n"), std::string::npos) << trial.program;
  EXPECT_NE(trial.program.find(R"("a\"b\\c print(2) d: " + '')"), std::string::npos)
      << trial.program;
}

// Weights of Keras layers come from generators that tf.random.set_seed does not reach, and a layer
// that stands ready draws them before the call.
TEST(TrialWriter, LayersAreSeededBeforeTheyDraw) {
  const std::string no_prelude;
  const auto written = [&](const char* framework, const WrittenCall& call) {
    Trial trial;
    TrialWriter writer(*FindDialect(framework), no_prelude);
    writer.Arguments(call).Claim().Finish(trial);
    return trial.program;
  };
  const std::string keras = written(
      "tensorflow", {{"receiver = tf.keras.layers.Dense(2)"}, "receiver.build((2, 3))", {}});
  const size_t seed = keras.find("tf.keras.utils.set_random_seed(0)");
  ASSERT_NE(seed, std::string::npos);
  EXPECT_LT(seed, keras.find("receiver = "));
  EXPECT_NE(written("tensorflow", {{}, "tf.keras.layers.Dense(2)(x)", {}}).find("set_random_seed"),
            std::string::npos);
  const std::string plain = written("tensorflow", {{"x = tf.zeros(2)"}, "tf.math.cos(x)", {}});
  EXPECT_EQ(plain.find("keras"), std::string::npos);
  EXPECT_GT(plain.find("tf.random.set_seed(0)"), plain.find("x = "));
}

}  // namespace
}  // namespace assay::trial
