#include "bugs/tools/tool_report.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

Tool Script() { return ScriptTool("mine", "run.sh"); }

Tool Judge() {
  Tool out;
  out.command = {"{assay}", "judge"};
  out.report = ReportForm::kPrograms;
  out.unsupported = {"no API '(.*?)' is documented"};
  return out;
}

Output Printed(const std::string& out, int exit_code = 0, const std::string& err = "") {
  Output output;
  output.exit_code = exit_code;
  output.out = out;
  output.err = err;
  return output;
}

constexpr const char* kFinding = "FINDING {\"api\": \"jax.jit\", \"kind\": \"crash\"}\n";

TEST(ToolReport, ASearchThatFoundNothingIsNotBroken) {
  const ToolReport told = ReadToolReport(Script(), Printed("looked\nUNSUPPORTED jnp.add()\n"), "");
  EXPECT_EQ(told.broken, "");
  EXPECT_EQ(told.unsupported, std::vector<std::string>{"jax.numpy.add"});
}

TEST(ToolReport, AToolThatFailedHasNotLooked) {
  const ToolReport failed =
      ReadToolReport(Script(), Printed("", 1, "Traceback\nModuleNotFoundError: torch\n"), "");
  EXPECT_EQ(failed.broken, "the tool ended with exit code 1: ModuleNotFoundError: torch");
  Output killed = Printed("", -1);
  killed.signal = 11;
  EXPECT_EQ(ReadToolReport(Script(), killed, "").broken, "the tool was ended by signal 11");
  Output slow = Printed("", -1);
  slow.timed_out = true;
  slow.seconds = 930;
  EXPECT_EQ(ReadToolReport(Script(), slow, "").broken, "the tool did not end within 930 s");
  Output loud = Printed(kFinding);
  loud.cut = true;
  EXPECT_NE(ReadToolReport(Script(), loud, "").broken.find("printed more than"), std::string::npos);
}

TEST(ToolReport, WhatWasFoundBeforeAFailureStays) {
  const ToolReport told = ReadToolReport(Script(), Printed(kFinding, 3), "");
  EXPECT_EQ(told.findings.size(), 1u);
  EXPECT_EQ(told.broken, "the tool ended with exit code 3");
  EXPECT_EQ(ReadToolReport(Script(), Printed(kFinding, 1), "").broken, "")
      << "1: something was found";
}

TEST(ToolReport, AGarbledLineDoesNotTakeTheOthersAlong) {
  const ToolReport told =
      ReadToolReport(Script(), Printed(std::string("FINDING {\"api\n") + kFinding), "");
  EXPECT_EQ(told.findings.size(), 1u);
  EXPECT_NE(told.broken.find("line 1"), std::string::npos) << told.broken;
}

TEST(ToolReport, OfAssaySaysWhatItDid) {
  const ToolReport told = ReadToolReport(
      Judge(), Printed(R"({"findings": [], "programs": 40, "trials": 12, "not_called": []})"), "");
  EXPECT_EQ(told.broken, "");
  EXPECT_EQ(told.effort, "40 programs, 12 trials");
}

TEST(ToolReport, NothingWasRun) {
  const ToolReport broken = ReadToolReport(
      Judge(),
      Printed(
          R"({"findings": [], "programs": 0, "not_called": [{"api": "a.b", "problem": "no sandbox"}]})"),
      "");
  EXPECT_EQ(broken.broken, "nothing could be run: no sandbox");
  const ToolReport late =
      ReadToolReport(Judge(), Printed(R"({"findings": [], "programs": 0, "left": 1})"), "");
  EXPECT_EQ(late.broken, "the time was over before anything was run");
}

TEST(ToolReport, HowFarItGot) {
  const std::string rest = R"("findings": [], "programs": 9, "judged": ["jnp.add"], "not_called": [
      {"api": "jnp.add", "problem": "TypeError: no"}]})";
  const ToolReport all = ReadToolReport(Judge(), Printed("{\"left\": 0, " + rest), "");
  EXPECT_FALSE(all.reached.has_value());
  EXPECT_EQ(all.uncallable.at("jax.numpy.add"), "TypeError: no");
  const ToolReport some = ReadToolReport(Judge(), Printed("{\"left\": 2, " + rest), "");
  ASSERT_TRUE(some.reached.has_value());
  EXPECT_EQ(*some.reached, std::vector<std::string>{"jax.numpy.add"});
}

TEST(ToolReport, OnlyWhatTheManifestSaysIsNotSupported) {
  const ToolReport none = ReadToolReport(
      Judge(), Printed("", 2, "assay: no API 'jax.nothing' is documented in jax 1\n"), "");
  EXPECT_NE(none.refused, "");
  EXPECT_EQ(none.refuses, "jax.nothing");
  const ToolReport flag =
      ReadToolReport(Judge(), Printed("", 2, "assay: --time: what is 'soon'?\n"), "");
  EXPECT_EQ(flag.refused, "");
  EXPECT_EQ(flag.broken, "the tool ended with exit code 2: assay: --time: what is 'soon'?");
}

TEST(ToolReport, LinesAreCutBetweenCharacters) {
  const std::string line = LastLine(std::string(159, 'a') + "\u00e9\u00e9");
  EXPECT_EQ(line, std::string(159, 'a'));
  EXPECT_EQ(FirstLine("\n\nfirst\nsecond"), "first");
}

}  // namespace
}  // namespace assay::bugs
