#include "bugs/database/database.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHeader =
    ",Filter: x,,,,,,,,,,,,,,,\r\nIssue #,PR #,Title,Reproduced,Issue Status,Device,API,Reported,"
    "Buggy Version,Nightly,Buggy File(s),Buggy Function(s),Buggy API,Type,Remarks,Issue Link,PR "
    "Link\r\n";

void AddBug(const ScratchFolder& d, const std::string& library, const std::string& id) {
  const std::string folder = library + "/issue_" + id + "/";
  d.Write(folder + "reproduce_bug.sh", "conda create -n x python=3.11\n");
  d.Write(folder + "requirements.txt", "");
  d.Write(folder + "test_issue_" + id + ".py", "def test_f(): pass\n");
}

std::string Oddities(const Database& database) {
  std::string out;
  for (const Oddity& one : database.oddities) out += one.file + ": " + one.what + "\n";
  return out;
}

TEST(Database, JoinsFoldersAndRows) {
  const ScratchFolder d;
  AddBug(d, "jax", "1000");
  AddBug(d, "jax", "99");
  AddBug(d, "jax", "tfsa1");
  d.Write("jax/notes.txt", "");
  d.Write("framework/run-tests", "");
  d.Write("README.md", "");
  d.Write("bug_dataset_jax.csv", std::string(kHeader) +
                                     "99,,First,Yes,,CPU,,,,,,,,,,,\r\n"
                                     "99,,Second,Yes,,CPU,,,,,,,,,,,\r\n"
                                     "1000,,Gpu,No,,GPU,,,,,,,,,,,\r\n"
                                     "5,,No folder,Yes,,CPU,,,,,,,,,,,\r\n"
                                     "6,,Never was,No,,,,,,,,,,,,,\r\n");
  const auto database = ReadDatabase(d.path());
  ASSERT_TRUE(database.ok()) << database.error().message;
  EXPECT_THAT(database->libraries, ElementsAre("jax"));
  std::vector<std::string> ids;
  for (const Bug* bug : database->Of("jax")) ids.push_back(bug->id);
  EXPECT_THAT(ids, ElementsAre("99", "1000", "tfsa1"));
  EXPECT_EQ(database->bugs.size(), 5);  // rows without folders are there too
  const Bug* bug = *database->Find("jax", "issue_99");
  EXPECT_EQ(bug->row->title, "First");
  EXPECT_TRUE((*database->Find("jax", "1000"))->needs_gpu);
  const std::string odd = Oddities(*database);
  EXPECT_THAT(odd, HasSubstr("99 is there twice"));
  EXPECT_THAT(odd, HasSubstr("5 is marked as reproduced, but has no folder"));
  EXPECT_THAT(odd, HasSubstr("1000 has a folder, but is not marked as reproduced"));
  EXPECT_THAT(odd, HasSubstr("issue_tfsa1: has no row"));
  EXPECT_EQ(database->oddities.size(), 4) << odd;
}

TEST(Database, ErrorsNameWhatIsThere) {
  const ScratchFolder d;
  AddBug(d, "jax", "101");
  d.Write("bug_dataset_tensorflow.csv", std::string(kHeader) + "7,,t,Yes,,,,,,,,,,,,,\r\n");
  const auto database = ReadDatabase(d.path());
  ASSERT_TRUE(database.ok());
  EXPECT_THAT(database->Find("keras", "1").error().message, HasSubstr("it has jax, tensorflow"));
  EXPECT_THAT(database->Find("jax", "10").error().message, HasSubstr("near it: 101"));
  EXPECT_THAT(database->Find("tensorflow", "7").error().message, HasSubstr("only a row"));
  EXPECT_THAT(ReadDatabase(d.path() + "/none").error().message, HasSubstr("there is no folder"));
  const ScratchFolder empty;
  EXPECT_THAT(ReadDatabase(empty.path()).error().message, HasSubstr("is not a database"));
}

TEST(Database, LeavesOutWhatCouldDoHarm) {
  const ScratchFolder d;
  AddBug(d, "db/jax", "1");
  AddBug(d, "db/jax", "2\x1b[2J");
  AddBug(d, "other/jax", "3");
  const std::string root = d.path() + "/db";
  std::filesystem::create_symlink(d.path() + "/other/jax/issue_3", root + "/jax/issue_3");
  std::filesystem::create_symlink("issue_1", root + "/jax/issue_4");
  std::filesystem::create_symlink(d.path() + "/other/jax", root + "/torch");
  d.Write("db/bug_dataset_jax.csv", "");
  std::filesystem::resize_file(root + "/bug_dataset_jax.csv", uint64_t{1} << 40);  // all holes
  const auto database = ReadDatabase(root);
  ASSERT_TRUE(database.ok()) << database.error().message;
  EXPECT_THAT(database->libraries, ElementsAre("jax"));
  std::vector<std::string> ids;
  for (const Bug* bug : database->Of("jax")) ids.push_back(bug->id);
  EXPECT_THAT(ids, ElementsAre("1", "4"));
  const std::string odd = Oddities(*database);
  EXPECT_THAT(odd, HasSubstr("jax/issue_3: is a link that leads out of the database"));
  EXPECT_THAT(odd, HasSubstr("its name holds a control character"));
  EXPECT_THAT(odd, HasSubstr("are accepted here"));
}

}  // namespace
}  // namespace assay::bugs
