#include "bugs/contribute/new_bug.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "bugs/contribute/check_bug.h"
#include "bugs/database/database.h"

namespace assay::bugs::new_bug_test {
namespace {

namespace fs = std::filesystem;

class NewBugTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "/new_bug_test";
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  static NewBug Wish(const std::string& oracle) {
    return {.library = "jax",
            .id = "123",
            .oracle = oracle,
            .title = "Sum, of nothing",
            .api = "jax.numpy.sum",
            .type = "Value Error",
            .version = "0.4.18",
            .fixed_version = "0.4.20"};
  }
  Checked Named(const std::string& name) {
    const auto database = ReadDatabase(root_);
    EXPECT_TRUE(database.ok());
    const auto bug = database->Find("jax", "123");
    EXPECT_TRUE(bug.ok());
    for (const Checked& check : CheckFiles(**bug))
      if (check.name == name) return check;
    ADD_FAILURE() << "no check " << name;
    return {};
  }

  std::string root_;
};

TEST_F(NewBugTest, WritesFolderAndRow) {
  const auto written = WriteNewBug(Wish("signal"), root_);
  ASSERT_TRUE(written.ok()) << written.error().message;
  for (const char* file :
       {"reproduce_bug.sh", "requirements.txt", "bug.toml", "test_issue_123.py", "buggy_code.py"})
    EXPECT_TRUE(fs::exists(written->folder + "/" + file)) << file;
  const std::string table = ReadFile(written->table).value();
  EXPECT_NE(table.find("123,,\"Sum, of nothing\",Yes,Closed,CPU"), std::string::npos) << table;
  EXPECT_TRUE(table.ends_with("\r\n"));
}

TEST_F(NewBugTest, NeverTouchesWhatIsThere) {
  ASSERT_TRUE(WriteNewBug(Wish("value"), root_).ok());
  const std::string table = ReadFile(root_ + "/bug_dataset_jax.csv").value();
  EXPECT_FALSE(WriteNewBug(Wish("value"), root_).ok());
  EXPECT_EQ(ReadFile(root_ + "/bug_dataset_jax.csv").value(), table);
}

TEST_F(NewBugTest, RefusesWhatCannotBe) {
  EXPECT_FALSE(WriteNewBug(Wish("moon"), root_).ok());
  NewBug bug = Wish("value");
  bug.id = "../7";
  EXPECT_FALSE(WriteNewBug(bug, root_).ok());
  bug.id = std::string(300, 'a');  // no file may be named so
  EXPECT_FALSE(WriteNewBug(bug, root_).ok());
  bug = Wish("value");
  bug.type = "strange";
  EXPECT_FALSE(WriteNewBug(bug, root_).ok());
  EXPECT_TRUE(fs::is_empty(root_)) << "nothing was written";
}

TEST_F(NewBugTest, AFreshTemplateIsNotAccepted) {
  ASSERT_TRUE(WriteNewBug(Wish("exception"), root_).ok());
  EXPECT_TRUE(Named("files").good);
  EXPECT_TRUE(Named("row").good) << Named("row").detail;
  EXPECT_TRUE(Named("version").good) << Named("version").detail;
  EXPECT_FALSE(Named("template").good);
  EXPECT_NE(Named("template").detail.find("test_issue_123.py:"), std::string::npos);
}

TEST_F(NewBugTest, ChecksSeeWhatIsWrong) {
  ASSERT_TRUE(WriteNewBug(Wish("exception"), root_).ok());
  const std::string folder = root_ + "/jax/issue_123/";
  ASSERT_TRUE(WriteFile(folder + "requirements.txt", "jax==0.4.18\nnumpy>=1\n").ok());
  ASSERT_TRUE(WriteFile(folder + "test_issue_123.py",
                        "import pytest\ndef test_f():\n    with pytest.raises(Exception):\n"
                        "        f()\n")
                  .ok());
  EXPECT_FALSE(Named("requirements").good);
  EXPECT_NE(Named("requirements").detail.find("numpy>=1"), std::string::npos);
  EXPECT_FALSE(Named("oracle").good);
  EXPECT_TRUE(Named("template").good) << Named("template").detail;
  fs::remove(folder + "reproduce_bug.sh");
  EXPECT_FALSE(Named("files").good);
}

}  // namespace
}  // namespace assay::bugs::new_bug_test
