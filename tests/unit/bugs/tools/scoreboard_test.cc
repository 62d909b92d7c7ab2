#include "bugs/tools/scoreboard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::bugs {
namespace {

BugScore ScoredBug(const std::string& id, Score score = Score::kFound,
                   const std::string& version = "0.4.18") {
  return {.library = "jax",
          .id = id,
          .version = version,
          .api = "jax.numpy.diff",
          .score = score,
          .reason = score == Score::kFound ? "" : "did <not> \"see\", it",
          .seconds = 2};
}

Scoreboard Small() {
  Scoreboard board;
  board.Add({"judge", ScoredBug("2", Score::kMissed), 60, "2026-01-01"});
  board.Add({"fuzz", ScoredBug("2", Score::kNotSupported), 60, "2026-01-01"});
  board.Add({"judge", ScoredBug("1", Score::kFound), 60, "2026-01-01"});
  return board;
}

TEST(Scoreboard, KeepsTheNewestOfToolAndBug) {
  Scoreboard board = Small();
  board.Add({"judge", ScoredBug("2", Score::kFound), 90, "2026-01-02"});
  ASSERT_EQ(board.entries().size(), 3u);
  const BoardEntry* entry = board.Find("judge", ScoredBug("2"));
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->score.score, Score::kFound);
  EXPECT_EQ(entry->limit_seconds, 90);
  EXPECT_EQ(board.Find("judge", ScoredBug("3")), nullptr);
}

TEST(Scoreboard, NotSupportedIsNoMiss) {
  const Tally judge = TallyOf(Small(), "judge"), fuzz = TallyOf(Small(), "fuzz");
  EXPECT_EQ(judge.found, 1);
  EXPECT_EQ(judge.missed, 1);
  EXPECT_EQ(fuzz.missed, 0);
  EXPECT_EQ(fuzz.not_supported, 1);
}

TEST(Scoreboard, IsReadAsItWasWritten) {
  const std::string path = testing::TempDir() + "/board_test.json";
  std::filesystem::remove(path);
  ASSERT_TRUE(Scoreboard::Load(path).ok()) << "no file is an empty board";
  ASSERT_TRUE(Small().Save(path).ok());
  const auto again = Scoreboard::Load(path);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(JsonOf(*again), JsonOf(Small()));
  ASSERT_TRUE(WriteFile(path, "{}").ok());
  EXPECT_FALSE(Scoreboard::Load(path).ok());
}

TEST(Scoreboard, TablesQuoteWhatTheyMust) {
  const std::string csv = CsvOf(Small());
  EXPECT_NE(csv.find("\"did <not> \"\"see\"\", it\""), std::string::npos) << csv;
  const std::string html = HtmlOf(Small());
  EXPECT_EQ(html.find("<not>"), std::string::npos);
  EXPECT_NE(html.find("1 of 2"), std::string::npos);
  EXPECT_NE(html.find("Why bugs were not found"), std::string::npos) << "reasons without hovering";
  EXPECT_EQ(html.find("http"), std::string::npos) << "the page needs nothing else";
}

TEST(Scoreboard, OfSomeToolsAndLibraries) {
  EXPECT_EQ(Small().Of({"fuzz"}, {}).entries().size(), 1u);
  EXPECT_TRUE(Small().Of({}, {"pytorch"}).entries().empty());
}

}  // namespace
}  // namespace assay::bugs
