#include "report/bug/bug_folder.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

BugSource Source() {
  BugSource out;
  out.row.id = "fabc";
  out.row.target = "torch:compile";
  out.row.version = "2.13.0+cpu";
  out.row.device = "cpu";
  out.row.kind = "wrong";
  out.row.message = "output 'y', element 3: got 1, truth 2\nmore";
  out.library = "pytorch";
  out.requirements = {"torch==2.13.0", "pytest"};
  out.python = "3.11";
  out.op = "Softmax";
  out.facts["repro"] = {{"text", "print('BUG')\n"},
                        {"checked", true},
                        {"shows", true},
                        {"exit", 1},
                        {"output", "BUG\n"}};
  return out;
}

TEST(BugFolder, HasTheFilesOfTheDatabase) {
  const auto bug = MakeBugFolder(Source());
  ASSERT_TRUE(bug.ok()) << bug.error().message;
  EXPECT_EQ(bug->id, "fabc");
  EXPECT_EQ(bug->files.at("buggy_code.py"), "print('BUG')\n");
  EXPECT_EQ(bug->files.at("requirements.txt"), "torch==2.13.0\npytest\n");
  const std::string& test = bug->files.at("test_issue_fabc.py");
  EXPECT_NE(test.find("assertEqual(run.returncode, 1)"), std::string::npos);
  EXPECT_NE(test.find("assertIn(\"BUG\", run.stdout)"), std::string::npos);
  EXPECT_NE(bug->files.at("reproduce_bug.sh").find("pytest -sx test_issue_fabc.py"),
            std::string::npos);
  ASSERT_EQ(bug->row.size(), BugColumns().size());
  EXPECT_EQ(bug->row[8], "2.13.0");
  EXPECT_EQ(bug->row[13], "Incorrect Output");
}

TEST(BugFolder, TakesTheNumberOfTheReport) {
  BugSource source = Source();
  source.facts["report"] = {{"link", "https://github.com/pytorch/pytorch/issues/120903"}};
  source.history.push_back({"fabc", "2026-11-15 07:30:00", "", "", "reported", ""});
  const auto bug = MakeBugFolder(source);
  ASSERT_TRUE(bug.ok());
  EXPECT_EQ(bug->id, "120903");
  EXPECT_EQ(bug->row[7], "11/15/2026");
  EXPECT_EQ(bug->row[4], "Open");
}

TEST(BugFolder, NeedsAReproductionThatWasRun) {
  for (const char* key : {"checked", "shows"}) {
    BugSource source = Source();
    source.facts["repro"][key] = false;
    EXPECT_FALSE(MakeBugFolder(source).ok()) << key;
  }
  BugSource source = Source();
  source.facts.clear();
  EXPECT_FALSE(MakeBugFolder(source).ok());
}

TEST(BugRow, AppendsAndReplaces) {
  std::vector<std::string> row(BugColumns().size());
  row[0] = "7";
  row[2] = "a, \"b\"";
  const std::string first = WithBugRow("", row).value();
  EXPECT_TRUE(first.starts_with(",Filter:"));
  EXPECT_NE(first.find("\r\nIssue #,PR #,Title,"), std::string::npos);
  EXPECT_NE(first.find("7,,\"a, \"\"b\"\"\","), std::string::npos);
  row[2] = "new";
  const std::string second = WithBugRow(first, row).value();
  EXPECT_EQ(second.find("\"\"b\"\""), std::string::npos);
  EXPECT_NE(second.find("7,,new,"), std::string::npos);
  row[0] = "8";
  EXPECT_NE(WithBugRow(second, row).value().find("\r\n8,,new"), std::string::npos);
  EXPECT_FALSE(WithBugRow("id,title\n1,x\n", row).ok());
}

// A quoted cell of somebody else's row may span lines; it must come through unchanged.
TEST(BugRow, KeepsCellsOfSeveralLines) {
  std::vector<std::string> row(BugColumns().size());
  row[0] = "7";
  std::string csv = WithBugRow("", row).value();
  csv += "9,,\"two\nlines\",,,,,,,,,,,,,,\r\n";
  row[0] = "8";
  EXPECT_NE(WithBugRow(csv, row).value().find("9,,\"two\nlines\","), std::string::npos);
}

TEST(Manifestation, ByKindAndMessage) {
  store::FindingRow row;
  row.kind = "crash";
  row.message = "ended by a segmentation fault";
  EXPECT_EQ(ManifestationOf(row), "Segmentation Fault");
  row.message = "the process ended: arithmetic exception (SIGFPE)";
  EXPECT_EQ(ManifestationOf(row), "Floating Point Exception");
  row.message = "abort";
  EXPECT_EQ(ManifestationOf(row), "Aborted");
  row.kind = "nan";
  EXPECT_EQ(ManifestationOf(row), "Incorrect Output");
  row.kind = "rejected";
  EXPECT_EQ(ManifestationOf(row), "Internal Exception");
}

}  // namespace
}  // namespace assay::report
