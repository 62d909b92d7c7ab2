#include "mirror/check/kept_runs.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::mirror::kept_runs_test {
namespace {

using program::ProgramOutcome;
using program::ProgramStatus;
namespace fs = std::filesystem;

class KeptRunsTest : public testing::Test {
 protected:
  KeptRunsTest() {
    char name[] = "/tmp/assay-kept-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~KeptRunsTest() override { fs::remove_all(folder_); }

  static ProgramOutcome Ended() {
    ProgramOutcome out;
    out.run.exit_code = 0;
    out.run.out = "7\n";
    out.run.cpu_seconds = 0.5;
    return out;
  }
  static ProgramOutcome Raised() {
    ProgramOutcome out = Ended();
    out.status = out.run.status = ProgramStatus::kException;
    out.run.exit_code = 1;
    out.run.exception = "ValueError";
    out.run.message = "no";
    out.run.line = 3;
    return out;
  }
  bool IsKept(const ProgramOutcome& outcome) {
    const KeptRuns runs(folder_ + "/runs");
    runs.Keep("one", outcome);
    const bool found = runs.Find("one").has_value();
    fs::remove_all(folder_ + "/runs");
    return found;
  }

  std::string folder_;
};

TEST_F(KeptRunsTest, TellHowAProgramEnded) {
  const KeptRuns runs(folder_ + "/runs");
  EXPECT_FALSE(runs.Find("one").has_value());
  runs.Keep("one", Raised());
  const auto found = KeptRuns(folder_ + "/runs").Find("one");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->status, ProgramStatus::kException);
  EXPECT_EQ(found->run.exception, "ValueError");
  EXPECT_EQ(found->run.message, "no");
  EXPECT_EQ(found->run.line, 3);
  EXPECT_EQ(found->run.out, "7\n");
  EXPECT_EQ(found->run.cpu_seconds, 0.5);
  EXPECT_FALSE(runs.Find("another").has_value());
}

TEST_F(KeptRunsTest, CrashesHangsAndLimitsAreAlwaysRun) {
  EXPECT_TRUE(IsKept(Ended()));
  EXPECT_TRUE(IsKept(Raised()));
  ProgramOutcome crash = Ended();
  crash.status = ProgramStatus::kCrash;
  crash.run.signal = 11;
  EXPECT_FALSE(IsKept(crash));
  ProgramOutcome hang = Ended();
  hang.status = ProgramStatus::kHangs;
  hang.run.limit = "wall";
  EXPECT_FALSE(IsKept(hang));
  ProgramOutcome limit = Raised();
  limit.run.limit = "memory";
  EXPECT_FALSE(IsKept(limit));
  ProgramOutcome memory = Raised();
  memory.run.exception = "MemoryError";
  EXPECT_FALSE(IsKept(memory));
  ProgramOutcome left = Raised();  // by an exit code alone
  left.run.exception.clear();
  EXPECT_FALSE(IsKept(left));
  ProgramOutcome cold = Ended();  // the warm process crashed
  cold.confirmed_cold = true;
  EXPECT_FALSE(IsKept(cold));
  ProgramOutcome cut = Ended();
  cut.run.out_cut = true;
  EXPECT_FALSE(IsKept(cut));
}

TEST_F(KeptRunsTest, TheWholeIdentityMustBeTheSame) {
  const KeptRuns runs(folder_ + "/runs");
  runs.Keep("one", Ended());
  const fs::path file = fs::directory_iterator(folder_ + "/runs")->path();
  auto text = ReadFile(file.string());
  ASSERT_TRUE(text.ok());
  text->replace(text->find("\"one\""), 5, "\"two\"");  // as if two identities had the same hash
  ASSERT_TRUE(WriteFile(file.string(), *text).ok());
  EXPECT_FALSE(runs.Find("one").has_value());
}

TEST_F(KeptRunsTest, DamagedFilesAreRunAgain) {
  const KeptRuns runs(folder_ + "/runs");
  runs.Keep("one", Ended());
  const fs::path file = fs::directory_iterator(folder_ + "/runs")->path();
  for (const char* text : {"", "{", "[]", "{}", R"({"identity": "one"})",
                           R"({"identity": "one", "outcome": {"valid": "yes"}})"}) {
    ASSERT_TRUE(WriteFile(file.string(), text).ok());
    EXPECT_FALSE(runs.Find("one").has_value()) << text;
  }
}

TEST_F(KeptRunsTest, WithoutAFolderNothingIsKept) {
  const KeptRuns runs("");
  runs.Keep("one", Ended());
  EXPECT_FALSE(runs.Find("one").has_value());
}

TEST_F(KeptRunsTest, WhatCannotBeWrittenDoesNoHarm) {
  ASSERT_TRUE(WriteFile(folder_ + "/file", "x").ok());
  const KeptRuns runs(folder_ + "/file");  // no folder
  runs.Keep("one", Ended());
  EXPECT_FALSE(runs.Find("one").has_value());
}

}  // namespace
}  // namespace assay::mirror::kept_runs_test
