#include "lab/environment_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "lab/environments.h"

namespace assay::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A home with one environment to make and a script that only pretends to.
class EnvironmentMakerTest : public testing::Test {
 protected:
  void SetUp() override {
    home_ = testing::TempDir() + "/environment_maker";
    fs::remove_all(home_);
    Write("envs/mine/requirements.txt", "");
    Write("envs/downloads.txt", "# name, x86_64, aarch64\nmine 7 7\n");
    Script(
        "mkdir -p \"$home/build/envs/$2${4:+@$4}/bin\"\n"
        "touch \"$home/build/envs/$2${4:+@$4}/bin/python\"\n");
  }
  void TearDown() override { fs::remove_all(home_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(home_ + "/" + path).parent_path());
    ASSERT_TRUE(WriteFile(home_ + "/" + path, text).ok());
  }
  // Writes down what it is called with, then goes on as told.
  void Script(const std::string& rest) {
    Write("scripts/add-target", "#!/usr/bin/env bash\nhome=" + home_ +
                                    "\nprintf '%s|' \"$@\" >>\"$home/calls\"\n" + rest);
    fs::permissions(home_ + "/scripts/add-target", fs::perms::owner_all);
  }
  std::string Calls() {
    const auto text = ReadFile(home_ + "/calls");
    return text.ok() ? *text : "";
  }

  std::string home_;
};

TEST_F(EnvironmentMakerTest, RunsTheScriptWhenSomethingIsMissing) {
  EXPECT_TRUE(EnsureEnvironment(home_, LockedEnvironment("mine")).ok());
  EXPECT_EQ(Calls(), "mine|mine|||");
  EXPECT_TRUE(fs::exists(EnvironmentFolder(home_, "mine")));
  EXPECT_TRUE(EnsureEnvironment(home_, LockedEnvironment("mine")).ok());
  EXPECT_EQ(Calls(), "mine|mine|||") << "what is there is not made again";
  EXPECT_TRUE(MakeEnvironment(home_, LockedEnvironment("mine")).ok());
  EXPECT_EQ(Calls(), "mine|mine|||mine|mine|||") << "unless somebody asks for it";
}

TEST_F(EnvironmentMakerTest, MakesOtherVersions) {
  EXPECT_TRUE(MakeEnvironment(home_, {.name = "mine@1.5",
                                      .locked = "mine",
                                      .framework = "mine",
                                      .package = "My-Package",
                                      .version = "1.5"})
                  .ok());
  EXPECT_EQ(Calls(), "mine|mine|My-Package|1.5|");
}

TEST_F(EnvironmentMakerTest, SaysWhatIsMissingAndHowToGetIt) {
  Script("exit 1\n");
  const Status failed = MakeEnvironment(home_, LockedEnvironment("mine"));
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().message, HasSubstr("about 7 MB"));
  EXPECT_THAT(failed.error().message, HasSubstr("package index"));
  EXPECT_THAT(failed.error().message, HasSubstr("assay targets add mine"));
  Script("exit 0\n");
  EXPECT_FALSE(MakeEnvironment(home_, LockedEnvironment("mine")).ok()) << "nothing was made";
}

TEST_F(EnvironmentMakerTest, MakesOnlyWhatIsDescribed) {
  EXPECT_TRUE(IsDescribed(home_, LockedEnvironment("mine")));
  EXPECT_FALSE(IsDescribed(home_, LockedEnvironment("other")));
  EXPECT_FALSE(IsDescribed(home_, LockedEnvironment("")));
  EXPECT_FALSE(MakeEnvironment(home_, LockedEnvironment("other")).ok());
  EXPECT_EQ(Calls(), "");
}

TEST_F(EnvironmentMakerTest, KnowsSizes) {
  EXPECT_EQ(DownloadMegabytes(home_, "mine"), 7);
  EXPECT_EQ(DownloadMegabytes(home_, "other"), 0);
  EXPECT_EQ(DownloadMegabytes("/nowhere", "mine"), 0);
}

TEST_F(EnvironmentMakerTest, BrokenOnesAreMadeAnew) {
  EXPECT_THAT(RenewCommand(home_, "mine"), HasSubstr(EnvironmentFolder(home_, "mine")));
}

}  // namespace
}  // namespace assay::lab
