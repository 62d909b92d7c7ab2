#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/strings.h"
#include "program/sandbox/plan.h"

namespace assay::program::own_folder_test {
namespace {

namespace fs = std::filesystem;

class OwnFolderTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(parent_); }
  void TearDown() override { fs::remove_all(parent_); }

  // A process that makes a folder and is killed: nothing of it can tidy up.
  pid_t KilledOwner() {
    const pid_t pid = fork();
    if (pid == 0) {
      const auto made = MakeOwnFolder(parent_);
      if (made.ok()) fs::create_directories(*made + "/root/deep");
      raise(SIGKILL);
    }
    waitpid(pid, nullptr, 0);
    return pid;
  }
  size_t Count() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(parent_), fs::directory_iterator()));
  }
  const std::string parent_ = StrCat(testing::TempDir(), "assay-own-folder-", getpid());
};

TEST_F(OwnFolderTest, OfAKilledProcessIsSwept) {
  KilledOwner();
  ASSERT_EQ(Count(), 1u);
  EXPECT_EQ(SweepOwnFolders(parent_), 1u);
  EXPECT_EQ(Count(), 0u);
}

TEST_F(OwnFolderTest, OfALivingProcessStays) {
  const auto made = MakeOwnFolder(parent_);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_NE(made->find(StrCat("-", getpid(), "-")), std::string::npos);
  EXPECT_EQ(SweepOwnFolders(parent_), 0u);
  EXPECT_TRUE(fs::exists(*made));
}

// The process number means nothing in another container, but the lock does.
TEST_F(OwnFolderTest, ThatSomebodyHoldsStays) {
  const auto made = MakeOwnFolder(parent_);
  ASSERT_TRUE(made.ok()) << made.error().message;
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  waitpid(gone, nullptr, 0);
  fs::rename(*made, StrCat(parent_, "/assay-box-", gone, "-abcdef"));
  EXPECT_EQ(SweepOwnFolders(parent_), 0u);
}

TEST_F(OwnFolderTest, OtherThingsStay) {
  fs::create_directories(parent_ + "/assay-box-notes");
  fs::create_directories(parent_ + "/other");
  fs::create_symlink("/usr", StrCat(parent_, "/assay-box-", KilledOwner(), "-link"));
  EXPECT_EQ(SweepOwnFolders(parent_), 1u);
  EXPECT_EQ(Count(), 3u);
}

}  // namespace
}  // namespace assay::program::own_folder_test
