#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/strings.h"
#include "program/sandbox.h"
#include "program/sandbox/plan.h"

namespace assay::program::python_folders_test {
namespace {

namespace fs = std::filesystem;

class PythonFoldersTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(fs::temp_directory_path()) / StrCat("assay-folders-", getpid());
    for (const char* folder :
         {"install/bin", "install/lib", "home/.local/bin", "home/.local/share", "env/bin"})
      fs::create_directories(root_ / folder);
    std::ofstream(root_ / "install/bin/python3.11");
    std::ofstream(root_ / "home/.local/share/keyring") << "secret";
    fs::create_symlink(root_ / "install/bin/python3.11", root_ / "home/.local/bin/python3.11");
    fs::create_symlink(root_ / "home/.local/bin/python3.11", root_ / "env/bin/python");
    std::ofstream(root_ / "env/pyvenv.cfg")
        << "home = " << (root_ / "home/.local/bin").string() << "\n";
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

// An interpreter that is reached through a link in somebody's home does not open that home.
TEST_F(PythonFoldersTest, LinksAndNoMoreThanThem) {
  const auto folders = PythonFolders(root_ / "env");
  ASSERT_TRUE(folders.ok()) << folders.error().message;
  EXPECT_THAT(*folders,
              testing::ElementsAre(root_ / "env", root_ / "install/bin", root_ / "install/lib",
                                   root_ / "home/.local/bin/python3.11"));
  for (const Mount& mount : PlanMounts(*folders, 1 << 20)) {
    if (mount.target == root_ / "home/.local/bin/python3.11") {
      EXPECT_EQ(mount.kind, Mount::Kind::kLink);
    }
    EXPECT_FALSE(mount.kind == Mount::Kind::kReadOnly &&
                 mount.target.starts_with((root_ / "home").string()))
        << mount.target;
  }
}

TEST_F(PythonFoldersTest, OtherFoldersAreRefused) {
  const auto folders = PythonFolders(root_ / "home");
  ASSERT_FALSE(folders.ok());
  EXPECT_NE(folders.error().message.find("pyvenv.cfg"), std::string::npos);
  EXPECT_FALSE(PythonFolders(root_ / "absent").ok());
}

TEST(Plan, DeviceFilesStayDevices) {
  const auto kind = [](const std::string& path) {
    for (const Mount& mount : PlanMounts({"/dev/tty", "/etc/hostname"}, 1 << 20))
      if (mount.target == path) return mount.kind;
    return Mount::Kind::kFolder;
  };
  EXPECT_EQ(kind("/dev/tty"), Mount::Kind::kDevice);
  EXPECT_EQ(kind("/etc/hostname"), Mount::Kind::kReadOnly);
}

}  // namespace
}  // namespace assay::program::python_folders_test
