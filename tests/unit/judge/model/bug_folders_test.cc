#include "judge/model/bug_folders.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/python.h"

namespace assay::judge::model {
namespace {

constexpr const char* kAsserts =
    "import torch\n\ndef test_f():\n    # the bug\n    assert torch.ones(2).sum() == 3\n";

class BugFolders : public testing::Test {
 protected:
  void Add(const std::string& folder, const std::string& file, const std::string& text) {
    std::filesystem::create_directories(root() + folder);
    ASSERT_TRUE(WriteFile(root() + folder + "/" + file, text).ok());
  }
  void AddTest(const std::string& id, const std::string& text) {
    Add("/pytorch/issue_" + id, "test_issue_" + id + ".py", text);
  }
  BugFolderCases Read(const std::string& notes = "") {
    Add("", "notes.toml", notes);
    auto out = CasesOfBugFolders(root(), root() + "/notes.toml");
    EXPECT_TRUE(out.ok()) << out.error().message;
    return out.ok() ? *std::move(out) : BugFolderCases();
  }
  std::string root() const { return folder_.path(); }

  knowledge::ScratchFolder folder_;
};

TEST_F(BugFolders, ATestIsAPlainProgramThatPassesWithTheBug) {
  EXPECT_FALSE(HasBugFolders(root()));
  AddTest("7", kAsserts);
  Add("", "bug_dataset_pytorch.csv",
      ",Filter:,is:issue\nIssue #,Title,Device,Buggy API\n7,\"sum, of ones\",CPU,torch.sum\n");
  EXPECT_TRUE(HasBugFolders(root()));
  const BugFolderCases out = Read();
  ASSERT_EQ(out.cases.size(), 1u);
  const StudyCase& one = out.cases[0];
  EXPECT_EQ(one.id, "pytorch/pytorch#7");
  EXPECT_EQ(one.framework, "torch");
  EXPECT_EQ(one.api, "torch.sum");
  EXPECT_EQ(one.report, "sum, of ones");
  EXPECT_EQ(one.program, "import torch\n\nassert torch.ones(2).sum() == 3\n");
  EXPECT_EQ(one.checks, Checks::kPassWhenBug);
  EXPECT_EQ(one.is_bug, true);
  EXPECT_FALSE(one.shows.has_value());
}

TEST_F(BugFolders, WhatATestStartsIsTheProgram) {
  AddTest("8", "import subprocess\n\ndef test_f():\n    subprocess.run(['python3'])\n");
  Add("/pytorch/issue_8", "buggy_code.py", "import torch\ntorch.ones(2)\n");
  AddTest("9",
          "import torch\nimport pytest\n\ndef test_f():\n"
          "    with pytest.raises(RuntimeError):\n        torch.ones(2).nonesuch()\n");
  const BugFolderCases out = Read();
  ASSERT_EQ(out.cases.size(), 2u);
  EXPECT_EQ(out.cases[0].program, "import torch\ntorch.ones(2)\n");
  EXPECT_EQ(out.cases[0].checks, Checks::kPassWhenRight);
  EXPECT_EQ(out.cases[1].checks, Checks::kUnknown);
}

TEST_F(BugFolders, NotesSayWhatIsMendedAndWhatShowsNothing) {
  AddTest("7", kAsserts);
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(HashBytes(kAsserts)));
  const std::string head = StrCat("[pytorch.7]\ntest = \"", hash, "\"\n");
  EXPECT_EQ(Read(head + "fixed_version = \"2.6.0\"\n").cases.at(0).shows, false);
  EXPECT_EQ(Read(head + "unshown = \"why\"\n").left_out.at("whose test cannot show the bug"), 1u);
  // Of another text.
  EXPECT_FALSE(Read("[pytorch.7]\ntest = \"0\"\nfixed_version = \"2.6.0\"\n").cases[0].shows);
}

TEST_F(BugFolders, WhatCannotBeRunHereIsLeftOut) {
  AddTest("7", kAsserts);
  AddTest("8", "import torch\n\ndef test_f():\n    torch.ones(2).cuda()\n");
  AddTest("9", "import torch\n\ndef test_f(tmp_path):\n    torch.save(1, tmp_path)\n");
  Add("/pytorch/issue_10", "requirements.txt", "torch\n");
  Add("", "bug_dataset_pytorch.csv", "Issue #,Title,Device,Buggy API\n7,,GPU,\n");
  const BugFolderCases out = Read();
  EXPECT_TRUE(out.cases.empty());
  EXPECT_EQ(out.left_out, (std::map<std::string, size_t>{{"for another platform", 2},
                                                         {"whose tests are no plain program", 1},
                                                         {"without a program", 1}}));
}

TEST(RunAnswer, TestsOfBugFoldersPassWithTheBug) {
  program::ProgramOutcome outcome;
  outcome.status = program::ProgramStatus::kValid;
  EXPECT_EQ(RunAnswer(outcome), "true");
  EXPECT_EQ(RunAnswer(outcome, Checks::kPassWhenBug), "false");
  outcome.status = program::ProgramStatus::kException;
  outcome.run.exception = "AssertionError";
  EXPECT_EQ(RunAnswer(outcome), "false");
  EXPECT_EQ(RunAnswer(outcome, Checks::kPassWhenBug), "true");
  EXPECT_EQ(RunAnswer(outcome, Checks::kUnknown), "none");
  outcome.status = program::ProgramStatus::kCrash;
  EXPECT_EQ(RunAnswer(outcome, Checks::kPassWhenBug), "false");
}

}  // namespace
}  // namespace assay::judge::model
