#include "bugs/database/known_notes.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kTest = "def test_f(): pass\n";

Database WithOneBug(const ScratchFolder& d) {
  d.Write("test_issue_7.py", kTest);
  Database out;
  Bug bug{.library = "jax", .id = "7", .folder = d.path()};
  bug.test_file = "test_issue_7.py";
  out.bugs.push_back(bug);
  return out;
}

std::string FileFor(const ScratchFolder& d, const std::string& test, const std::string& more) {
  return d.Write("known.toml", "[jax.7]\ntest = \"" + test + "\"\n" + more);
}

TEST(KnownNotes, AreGivenToTheTestThatWasLookedAt) {
  const ScratchFolder d;
  Database database = WithOneBug(d);
  AddKnownNotes(database, FileFor(d, TestHash(kTest), "fixed_version = \"0.4.35\"\n"));
  EXPECT_THAT(database.oddities, IsEmpty());
  ASSERT_TRUE(database.bugs[0].notes);
  EXPECT_EQ(database.bugs[0].notes->fixed_version, "0.4.35");
}

TEST(KnownNotes, AreNotGivenToAnotherTest) {
  const ScratchFolder d;
  Database database = WithOneBug(d);
  AddKnownNotes(database, FileFor(d, TestHash("x"), "fixed_version = \"0.4.35\"\n"));
  EXPECT_FALSE(database.bugs[0].notes);
}

TEST(KnownNotes, LeaveABugItsOwn) {
  const ScratchFolder d;
  Database database = WithOneBug(d);
  database.bugs[0].notes = BugNotes{.fixed_version = "1"};
  AddKnownNotes(database, FileFor(d, TestHash(kTest), "fixed_version = \"0.4.35\"\n"));
  EXPECT_EQ(database.bugs[0].notes->fixed_version, "1");
}

TEST(KnownNotes, ThatAreWrongAreOdd) {
  const ScratchFolder d;
  Database database = WithOneBug(d);
  AddKnownNotes(database, FileFor(d, TestHash(kTest), "fixed_versio = \"0.4.35\"\n"));
  ASSERT_THAT(database.oddities, SizeIs(1));
  EXPECT_THAT(database.oddities[0].what, HasSubstr("no key 'fixed_versio'"));
  AddKnownNotes(database, d.path() + "/absent.toml");
  EXPECT_THAT(database.oddities, SizeIs(2));
}

}  // namespace
}  // namespace assay::bugs
