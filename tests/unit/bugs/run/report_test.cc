#include <gmock/gmock.h>

#include "bugs/run/run_test.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;

TEST(Report, ReadsEvents) {
  const TestReport report = ReadTestReport(R"({"exit": 1, "log": "printed", "events": [
      {"event": "test", "node": "t::a", "when": "setup", "outcome": "passed"},
      {"event": "test", "node": "t::a", "when": "call", "outcome": "passed"},
      {"event": "raised", "expected": ["RuntimeError"], "kind": "RuntimeError", "message": "boom"},
      {"event": "test", "node": "t::b", "when": "call", "outcome": "failed", "crash": "AssertionError: x\ny"},
      {"event": "test", "node": "t::c", "when": "call", "outcome": "skipped", "expected_to_fail": true},
      {"event": "end", "exit": 1}]})");
  EXPECT_EQ(report.exit, 1);
  EXPECT_EQ(report.passed, 1);
  EXPECT_EQ(report.failed, 1);
  EXPECT_EQ(report.expected_failures, 1);
  EXPECT_EQ(report.failure, "AssertionError: x");
  EXPECT_EQ(report.collection, "");
  EXPECT_EQ(report.log, "printed");
  ASSERT_EQ(report.raised.size(), 1);
  EXPECT_THAT(report.raised[0].expected, ElementsAre("RuntimeError"));
}

TEST(Report, FindsTheLineOfACollectionError) {
  const TestReport report = ReadTestReport(
      R"({"exit": 2, "log": "", "events": [{"event": "collection", "text": "test.py:2: in <module>\nE   KeyError: 'x'", "crash": ""}]})");
  EXPECT_EQ(report.collection, "KeyError: 'x'");
}

TEST(Report, NoEndIsTime) {
  const TestReport report = ReadTestReport(R"({"exit": null, "log": "l", "events": []})");
  EXPECT_EQ(report.stopped, "time");
  EXPECT_FALSE(report.exit);
}

TEST(Report, SomethingElseIsNoReport) {
  for (const char* text : {"", "nonsense", "[]", "{}", R"({"exit": "0", "events": 3})"})
    EXPECT_FALSE(ReadTestReport(text).exit) << text;
}

}  // namespace
}  // namespace assay::bugs
