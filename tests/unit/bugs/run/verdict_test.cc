#include <gmock/gmock.h>

#include "bugs/run/verify.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;

TestReport Passed() { return {.exit = 0, .passed = 1}; }
TestReport Failed(const std::string& failure) {
  return {.exit = 1, .failed = 1, .failure = failure};
}

TEST(Verdict, APassShowsTheBug) {
  EXPECT_TRUE(ShowsBug(Passed(), nullptr).holds);
  TestReport report = Passed();
  report.raised = {{{"RuntimeError"}, "RuntimeError", "INTERNAL ASSERT FAILED"}};
  const Verdict verdict = ShowsBug(report, nullptr);
  EXPECT_TRUE(verdict.holds) << verdict.reason;
  EXPECT_EQ(verdict.message, "RuntimeError: INTERNAL ASSERT FAILED");
}

TEST(Verdict, WhatIsNoPassDoesNot) {
  EXPECT_THAT(ShowsBug(Failed("AssertionError: 1 == 2"), nullptr).reason, HasSubstr("1 == 2"));
  EXPECT_THAT(ShowsBug({.exit = 2, .collection = "KeyError: 'X'"}, nullptr).reason,
              HasSubstr("could not be collected: KeyError"));
  EXPECT_THAT(ShowsBug({.exit = 5}, nullptr).reason, HasSubstr("no test"));
  EXPECT_THAT(ShowsBug({.exit = 0, .skipped = 1}, nullptr).reason, HasSubstr("skipped"));
  EXPECT_THAT(ShowsBug({.exit = 0, .expected_failures = 1}, nullptr).reason,
              HasSubstr("no test passed"));
  EXPECT_THAT(ShowsBug({.stopped = "time"}, nullptr).reason, HasSubstr("within its time"));
  EXPECT_THAT(ShowsBug({.stopped = "memory"}, nullptr).reason, HasSubstr("limit of memory"));
  EXPECT_THAT(ShowsBug({.exit = -11}, nullptr).reason, HasSubstr("SIGSEGV"));
  EXPECT_THAT(ShowsBug({}, nullptr).reason, HasSubstr("pytest could not be run"));
  for (const int code : {3, 4, 6})
    EXPECT_FALSE(ShowsBug({.exit = code, .passed = 1}, nullptr).holds);
}

TEST(Verdict, UnrelatedExceptionsAreNoReproduction) {
  const auto reason = [](std::vector<std::string> expected, const char* kind, const char* message) {
    TestReport report = Passed();
    report.raised = {{std::move(expected), kind, message}};
    return ShowsBug(report, nullptr).reason;
  };
  EXPECT_THAT(reason({"Exception"}, "ModuleNotFoundError", "No module named 'x'"),
              HasSubstr("unrelated reason: something could not be imported"));
  EXPECT_THAT(reason({"Exception"}, "ImportError", "cannot import name 'y'"),
              HasSubstr("unrelated"));
  EXPECT_EQ(reason({"ImportError"}, "ImportError", "cannot import name 'y'"), "");
  EXPECT_THAT(reason({"RuntimeError"}, "RuntimeError", "Found no NVIDIA driver on your system."),
              HasSubstr("there is no GPU"));
  EXPECT_THAT(reason({"AssertionError"}, "AssertionError", "Torch not compiled with CUDA enabled"),
              HasSubstr("no GPU support"));
  EXPECT_THAT(reason({"InvalidArgumentError"}, "InvalidArgumentError",
                     "Could not satisfy device specification '/device:GPU:0'"),
              HasSubstr("there is no GPU"));
  EXPECT_THAT(
      reason({"AttributeError"}, "AttributeError", "module 'numpy' has no attribute 'bool'."),
      HasSubstr("NumPy is too new"));
  EXPECT_EQ(reason({"AttributeError"}, "AttributeError", "module 'jax' has no attribute 'z'"), "");
}

TEST(Verdict, LinesOfTheLogCountOnlyAsExceptions) {
  TestReport report = Passed();
  report.log = "W0 Could not load dynamic library 'libcudart.so': cannot open shared object\nok\n";
  EXPECT_TRUE(ShowsBug(report, nullptr).holds);
  report.log = "ModuleNotFoundError: No module named 'scipy'\n";
  EXPECT_FALSE(ShowsBug(report, nullptr).holds);
  report.log = "RuntimeError: No CUDA GPUs are available\n";
  EXPECT_FALSE(ShowsBug(report, nullptr).holds);
  // A test that names the class, and prints what it caught.
  report.log = "ImportError: cannot import name 'y'\n";
  report.raised = {{{"ImportError"}, "ImportError", "cannot import name 'y'"}};
  EXPECT_TRUE(ShowsBug(report, nullptr).holds);
}

TEST(Verdict, HoldsToTheMessagesOfTheNotes) {
  const BugNotes notes{.buggy_message = "got 3\\.5", .fixed_message = "DID NOT RAISE"};
  TestReport report = Passed();
  EXPECT_THAT(ShowsBug(report, &notes).reason, HasSubstr("without the message of the bug"));
  report.log = "got 3.5\n";
  EXPECT_TRUE(ShowsBug(report, &notes).holds);
  EXPECT_TRUE(ShowsFix(Failed("Failed: DID NOT RAISE <class 'X'>"), &notes).holds);
  EXPECT_THAT(ShowsFix(Failed("AssertionError"), &notes).reason, HasSubstr("message of the fix"));
}

TEST(Verdict, AFixIsATestThatFails) {
  EXPECT_TRUE(ShowsFix(Failed("AssertionError: x"), nullptr).holds);
  EXPECT_THAT(ShowsFix(Passed(), nullptr).reason, HasSubstr("passes there too"));
  EXPECT_FALSE(ShowsFix({.exit = 2, .collection = "ImportError: y"}, nullptr).holds);
  EXPECT_TRUE(ShowsFix({.exit = 2, .collection = "AssertionError: assert 1 == -6"}, nullptr).holds)
      << "a file that calls its test itself";
  EXPECT_FALSE(ShowsFix(Failed("ModuleNotFoundError: No module named 'z'"), nullptr).holds);
  EXPECT_FALSE(ShowsFix(Failed("RuntimeError: No CUDA GPUs are available"), nullptr).holds);
  EXPECT_FALSE(ShowsFix({.stopped = "time"}, nullptr).holds);
}

TEST(Verdict, ATestThatTakesAnyErrorIsAFixByWhatItSays) {
  BugNotes notes{.buggy_message = "INTERNAL ASSERT", .fixed_message = "Expected `weight`"};
  TestReport report = Passed();
  report.raised = {{{"RuntimeError"}, "RuntimeError", "prelu: Expected `weight` to be a scalar"}};
  EXPECT_TRUE(ShowsFix(report, &notes).holds);
  report.log = "INTERNAL ASSERT FAILED\n";
  EXPECT_FALSE(ShowsFix(report, &notes).holds) << "both are said";
  notes.buggy_message.clear();
  EXPECT_FALSE(ShowsFix(report, &notes).holds);
}

TEST(Verdict, ATestThatFetchesSomethingIsTold) {
  TestReport report = Failed("AssertionError");
  EXPECT_EQ(ShowsBug(report, nullptr).reason, "the test failed: AssertionError");
  report.log = "npm error errno EAI_AGAIN\n";
  EXPECT_THAT(ShowsBug(report, nullptr).reason, HasSubstr("needs the network"));
}

}  // namespace
}  // namespace assay::bugs
