#include "program/lab/status.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace assay::program {
namespace {

ProgramStatus StatusOf(ProgramRun run, const std::string& target = "") {
  ProgramRequest request;
  request.target_api = target;
  return Judge(run, request);
}

TEST(Status, OneRun) {
  EXPECT_EQ(StatusOf({.exit_code = 0}), ProgramStatus::kValid);
  EXPECT_EQ(StatusOf({.exit_code = 1, .exception = "RuntimeError"}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.exit_code = 3}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.signal = SIGSEGV}), ProgramStatus::kCrash);
  EXPECT_EQ(StatusOf({.signal = SIGABRT}), ProgramStatus::kCrash);
  EXPECT_EQ(StatusOf({.limit = "wall"}), ProgramStatus::kHangs);
  EXPECT_EQ(StatusOf({.signal = SIGXCPU}), ProgramStatus::kHangs);
}

TEST(Status, LimitsAndOutsidersAreNoCrashes) {
  EXPECT_EQ(StatusOf({.signal = SIGKILL}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.signal = SIGTERM}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.signal = SIGKILL, .limit = "memory"}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.limit = "output"}), ProgramStatus::kException);
  EXPECT_EQ(StatusOf({.signal = SIGBUS, .limit = "files"}), ProgramStatus::kException);
  for (const int sent : {SIGALRM, SIGUSR1, SIGQUIT, SIGVTALRM, SIGSYS})
    EXPECT_EQ(StatusOf({.signal = sent}), ProgramStatus::kException) << sent;
  for (const int raised : {SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    EXPECT_EQ(StatusOf({.signal = raised}), ProgramStatus::kCrash) << raised;
}

TEST(Status, StarvedIsWhatWantedToWorkAndWasNotLet) {
  // Ready all the time, and a tenth of a processor.
  EXPECT_TRUE(IsStarved({.limit = "wall", .seconds = 20, .cpu_seconds = 2, .busy = 1}));
  // A loop without end, and one that waits for what never comes.
  EXPECT_FALSE(IsStarved({.limit = "wall", .seconds = 20, .cpu_seconds = 19, .busy = 1}));
  EXPECT_FALSE(IsStarved({.limit = "wall", .seconds = 20, .cpu_seconds = 0.1, .busy = 0.05}));
  EXPECT_FALSE(IsStarved({.limit = "cpu", .seconds = 20, .cpu_seconds = 2, .busy = 1}));
}

TEST(Status, ExitCodesThatDifferAreFlaky) {
  const auto run = [](ProgramStatus status, int exit_code, int signal_number) {
    return ProgramRun{.status = status, .exit_code = exit_code, .signal = signal_number};
  };
  constexpr ProgramStatus kException = ProgramStatus::kException, kCrash = ProgramStatus::kCrash;
  EXPECT_EQ(Combine({run(kException, 3, 0), run(kException, 3, 0)}).status, kException);
  EXPECT_EQ(Combine({run(kException, 3, 0), run(kException, 4, 0)}).status, ProgramStatus::kFlaky);
  // A broken memory ends in one way or another.
  EXPECT_EQ(Combine({run(kCrash, -1, SIGSEGV), run(kCrash, -1, SIGABRT)}).status, kCrash);
}

TEST(Status, TargetMustBeCalled) {
  EXPECT_EQ(StatusOf({.exit_code = 0, .apis_called = {"torch.ones"}}, "torch.addmm"),
            ProgramStatus::kNoTarget);
  EXPECT_EQ(StatusOf({.exit_code = 0, .apis_called = {"torch.addmm"}}, "torch.addmm"),
            ProgramStatus::kValid);
  // Failures stay failures: what went wrong is more than what was missing.
  EXPECT_EQ(StatusOf({.exit_code = 1, .exception = "ValueError"}, "torch.addmm"),
            ProgramStatus::kException);
}

TEST(Status, AnExitCodeOfZeroIsNoException) {
  ProgramRun run{.exit_code = 0, .exception = "Claimed"};
  EXPECT_EQ(Judge(run, {}), ProgramStatus::kValid);
  EXPECT_TRUE(run.exception.empty());
}

TEST(Status, RunsMustAgree) {
  const ProgramRun good{.status = ProgramStatus::kValid, .exit_code = 0};
  const ProgramRun bad{
      .status = ProgramStatus::kException, .exit_code = 1, .exception = "AssertionError"};
  const ProgramRun other{
      .status = ProgramStatus::kException, .exit_code = 1, .exception = "ValueError"};
  EXPECT_EQ(Combine({good, good}).status, ProgramStatus::kValid);
  EXPECT_EQ(Combine({bad, bad}).status, ProgramStatus::kException);
  const ProgramOutcome mixed = Combine({good, bad, good});
  EXPECT_EQ(mixed.status, ProgramStatus::kFlaky);
  EXPECT_EQ(mixed.run.exception, "AssertionError");
  EXPECT_EQ(mixed.statuses.size(), 3u);
  EXPECT_EQ(Combine({bad, other}).status, ProgramStatus::kFlaky);
}

}  // namespace
}  // namespace assay::program
