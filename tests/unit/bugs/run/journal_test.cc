#include "bugs/run/journal.h"

#include <gmock/gmock.h>

#include "bugs/run/verified.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs::journal_test {
namespace {

Bug MakeBug(const ScratchFolder& d, const std::string& id) {
  d.Write("db/jax/issue_" + id + "/test.py", "1");
  return {.library = "jax", .id = id, .folder = d.path() + "/db/jax/issue_" + id};
}

DoneTest Done(const Bug& bug, Outcome outcome) {
  return {.library = bug.library, .id = bug.id, .folder_hash = FolderHash(bug), .outcome = outcome};
}

TEST(Journal, GoesOnBehindAKill) {
  const ScratchFolder d;
  const Bug one = MakeBug(d, "1"), two = MakeBug(d, "2");
  {
    auto journal = Journal::Open(d.path());
    ASSERT_TRUE(journal.ok());
    ASSERT_TRUE(journal->Add(Done(one, Outcome::kReproduced)).ok());
    ASSERT_TRUE(journal->Add(Done(two, Outcome::kUnsatPrereqs)).ok());
  }
  // The last line was cut short.
  const std::string file = Journal::FileIn(d.path());
  std::string text = *ReadFile(file);
  d.Write("journal.jsonl", text.substr(0, text.size() - 9));
  {
    auto journal = Journal::Open(d.path());
    ASSERT_NE(journal->Find(one), nullptr);
    EXPECT_EQ(journal->Find(one)->outcome, Outcome::kReproduced);
    EXPECT_EQ(journal->Find(two), nullptr);
    ASSERT_TRUE(journal->Add(Done(two, Outcome::kFailed)).ok());
  }
  auto journal = Journal::Open(d.path());
  ASSERT_NE(journal->Find(two), nullptr);
  EXPECT_EQ(journal->Find(two)->outcome, Outcome::kFailed);
  EXPECT_EQ(journal->entries().size(), 2);
}

TEST(Journal, AChangedFolderIsNotDone) {
  const ScratchFolder d;
  const Bug bug = MakeBug(d, "1");
  auto journal = Journal::Open(d.path());
  ASSERT_TRUE(journal->Add(Done(bug, Outcome::kReproduced)).ok());
  EXPECT_NE(journal->Find(bug), nullptr);
  d.Write("db/jax/issue_1/test.py", "2");
  EXPECT_EQ(journal->Find(bug), nullptr);
}

TEST(Journal, AFolderThatCannotBeWrittenIsAnError) {
  EXPECT_FALSE(Journal::Open("/nowhere/at/all").ok());
}

TEST(Journal, OnlyOneRunWritesIt) {
  const ScratchFolder d;
  {
    const auto first = Journal::Open(d.path());
    ASSERT_TRUE(first.ok());
    const auto second = Journal::Open(d.path());
    ASSERT_FALSE(second.ok());
    EXPECT_THAT(second.error().message, testing::HasSubstr("another run writes"));
  }
  EXPECT_TRUE(Journal::Open(d.path()).ok());
}

}  // namespace
}  // namespace assay::bugs::journal_test
