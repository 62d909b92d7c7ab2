#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "cluster/job.h"

namespace assay::cluster {
namespace {

namespace fs = std::filesystem;

// An sbatch of our own, first in $PATH.
class SubmitTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    path_ = std::getenv("PATH");
    setenv("PATH", StrCat(folder_, ":", path_).c_str(), 1);
    job_.store = "postgresql://assay@db/night";
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }
  void Install(const std::string& body) const {
    const std::string file = folder_ + "/sbatch";
    ASSERT_TRUE(WriteFile(file, "#!/bin/sh\n" + body).ok());
    fs::permissions(file, fs::perms::owner_all);
  }

  const std::string folder_ = testing::TempDir() + "/submit_test";
  std::string path_;
  Job job_;
};

TEST_F(SubmitTest, TheEngineGetsTheScriptAndNamesTheJob) {
  Install("cp \"$2\" " + folder_ + "/seen; echo 4711\n");
  const auto name = Submit("slurm", job_);
  ASSERT_TRUE(name.ok()) << name.error().message;
  EXPECT_EQ(*name, "4711");
  EXPECT_EQ(ReadFile(folder_ + "/seen").value(), SlurmScript(job_));
}

TEST_F(SubmitTest, ARefusalIsTold) {
  Install("echo 4711; exit 3\n");
  const auto name = Submit("slurm", job_);
  ASSERT_FALSE(name.ok());
  EXPECT_EQ(name.error().message, "sbatch refused the job (code 3)");
}

TEST_F(SubmitTest, AnEngineThatIsNotHereIsTold) {
  if (std::system("command -v kubectl > /dev/null") == 0) GTEST_SKIP() << "kubectl is here";
  const auto name = Submit("k8s", job_);
  ASSERT_FALSE(name.ok());
  EXPECT_TRUE(name.error().message.starts_with("there is no kubectl on this machine"));
}

}  // namespace
}  // namespace assay::cluster
