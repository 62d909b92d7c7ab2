#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/tools/scoreboard.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs::scoreboard_file_test {
namespace {

namespace fs = std::filesystem;

BoardEntry Entry(const std::string& tool, const std::string& id,
                 const std::string& version = "1.0") {
  return {tool,
          {.library = "jax", .id = id, .version = version, .api = "jax.jit", .reason = "none"},
          30,
          "2026-01-01"};
}

TEST(ScoreboardFile, ProcessesAtOnceLoseNothing) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/board.json";
  constexpr int kProcesses = 4, kEach = 25;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < kEach; ++i)
        if (!KeepOnBoard(path, Entry(StrCat("tool", process), StrCat(i))).ok()) _exit(1);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto board = Scoreboard::Load(path);
  ASSERT_TRUE(board.ok()) << board.error().message;
  EXPECT_EQ(board->entries().size(), static_cast<size_t>(kProcesses * kEach));
}

TEST(ScoreboardFile, TheSameReportOfTwoVersionsIsTwoBugs) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/board.json";
  ASSERT_TRUE(KeepOnBoard(path, Entry("judge", "7", "1.0")).ok());
  ASSERT_TRUE(KeepOnBoard(path, Entry("judge", "7", "2.0")).ok());
  EXPECT_EQ(Scoreboard::Load(path)->entries().size(), 2u);
}

TEST(ScoreboardFile, WhatIsNoBoardIsNeverOverwritten) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/board.json";
  for (const std::string text :
       {"", "{}", "[]", "null", "\"x\"", "{\"scoreboard\": \"one\", \"entries\": []}",
        "{\"scoreboard\": 2, \"entries\": []}", "{\"scoreboard\": 1, \"entries\": {}}",
        "{\"scoreboard\": 1, \"entries\": [3]}",
        "{\"scoreboard\": 1, \"entries\": [{\"tool\": 3}]}",
        "{\"scoreboard\": 1, \"entries\": ["}) {
    ASSERT_TRUE(WriteFile(path, text).ok());
    const Status fit = CheckBoard(path);
    ASSERT_FALSE(fit.ok()) << text;
    EXPECT_NE(fit.error().message.find("--board"), std::string::npos) << fit.error().message;
    EXPECT_FALSE(KeepOnBoard(path, Entry("judge", "1")).ok()) << text;
    EXPECT_EQ(*ReadFile(path), text);
  }
}

TEST(ScoreboardFile, PlacesThatCannotBeWrittenAreSeenBefore) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/board.json";
  EXPECT_TRUE(CheckBoard(path).ok());
  EXPECT_FALSE(CheckBoard(scratch.path() + "/none/board.json").ok());
  EXPECT_FALSE(CheckBoard(scratch.path()).ok()) << "a folder";
  ASSERT_TRUE(KeepOnBoard(path, Entry("judge", "1")).ok());
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  const Status fit = CheckBoard(path);
  ASSERT_FALSE(fit.ok());
  EXPECT_NE(fit.error().message.find("read-only"), std::string::npos);
}

TEST(ScoreboardFile, ALinkStaysOne) {
  const ScratchFolder scratch;
  const std::string real = scratch.path() + "/real.json", link = scratch.path() + "/link.json";
  ASSERT_TRUE(KeepOnBoard(real, Entry("judge", "1")).ok());
  fs::create_symlink(real, link);
  ASSERT_TRUE(KeepOnBoard(link, Entry("judge", "2")).ok());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(Scoreboard::Load(real)->entries().size(), 2u);
}

}  // namespace
}  // namespace assay::bugs::scoreboard_file_test
