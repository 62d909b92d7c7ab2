#include "lab/home.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"

namespace assay::lab {
namespace {

namespace fs = std::filesystem;

// An installed package, made of empty files.
class HomeTest : public testing::Test {
 protected:
  void SetUp() override {
    prefix_ = testing::TempDir() + "/home_test";
    fs::remove_all(prefix_);
    fs::create_directories(prefix_ + "/bin");
    fs::create_directories(prefix_ + "/share/assay");
  }
  void TearDown() override {
    fs::remove_all(prefix_);
    unsetenv("XDG_CACHE_HOME");
  }
  void MakePackage(const std::string& mark) {
    ASSERT_TRUE(WriteFile(prefix_ + "/share/assay/PACKAGE", mark).ok());
  }

  std::string prefix_;
};

TEST_F(HomeTest, IsThePackageOfTheProgram) {
  const std::string program = prefix_ + "/bin/assay", here = fs::current_path();
  EXPECT_EQ(FindHome("", program), here) << "any folder of that name is not enough";
  MakePackage("");
  EXPECT_EQ(fs::canonical(FindHome("", program)), fs::canonical(prefix_ + "/share/assay"));
  EXPECT_EQ(FindHome("/clone/", program), "/clone") << "what is said comes first";
  EXPECT_EQ(FindHome("", ""), here);
  EXPECT_EQ(FindHome("", prefix_ + "/build/release/assay"), here);
}

TEST_F(HomeTest, NothingIsWrittenIntoAPackage) {
  setenv("XDG_CACHE_HOME", "/cache", 1);
  const std::string home = prefix_ + "/share/assay";
  EXPECT_FALSE(IsPackage(home));
  EXPECT_EQ(EnvironmentLinks(home), home + "/build/envs");
  EXPECT_EQ(NativeWorkers(home), home + "/build/release/workers");
  MakePackage("version 1.0\nlocks 0123\n");
  EXPECT_TRUE(IsPackage(home));
  EXPECT_EQ(EnvironmentLinks(home), "/cache/assay/links/0123");
  EXPECT_EQ(NativeWorkers(home), home + "/workers/bin");
}

}  // namespace
}  // namespace assay::lab
