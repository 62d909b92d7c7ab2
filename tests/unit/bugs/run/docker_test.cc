#include <gmock/gmock.h>

#include <cstdlib>

#include "bugs/run/side.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;

// A docker that notes what it is told, and answers as the test says.
class DockerTest : public testing::Test {
 protected:
  DockerTest() : before_(std::getenv("PATH")) {
    setenv("PATH", (d_.path() + "/bin:/usr/bin:/bin").c_str(), 1);
    d_.Write("bug/Dockerfile", "FROM python:3.11\n");
    bug_ = {.library = "jax", .id = "A_1", .folder = d_.path() + "/bug", .test_file = "test_x.py"};
  }
  ~DockerTest() override { setenv("PATH", before_.c_str(), 1); }
  void Install(const std::string& info, const std::string& build) {
    d_.WriteProgram(
        "bin/docker",
        "#!/bin/sh\necho \"$*\" >> " + d_.path() + "/told\ncase $1 in\ninfo) " + info +
            ";;\nbuild) " + build +
            ";;\nrun) for w; do case $w in *:/assay-results) echo '{\"exit\": 0, "
            "\"log\": \"l\", \"events\": [{\"event\": \"test\", \"when\": \"call\", "
            "\"outcome\": \"passed\"}]}' > ${w%%:*}/report.json;; esac; done;;\nesac\n");
  }

  ScratchFolder d_;
  std::string before_;
  Bug bug_;
};

TEST_F(DockerTest, BuildsAndRunsWithoutNetwork) {
  Install("exit 0", "exit 0");
  const auto side = RunInDocker(bug_, {});
  ASSERT_TRUE(side.ok()) << side.error().message;
  EXPECT_EQ(side->report.passed, 1);
  EXPECT_EQ(side->environment.key, "assay-bug-jax-a-1");
  const std::string told = *ReadFile(d_.path() + "/told");
  EXPECT_THAT(told, HasSubstr("build -t assay-bug-jax-a-1 " + bug_.folder));
  EXPECT_THAT(told, HasSubstr("run --rm --network none"));
}

TEST_F(DockerTest, WhatIsMissingIsAPrerequisite) {
  EXPECT_THAT(RunInDocker({.folder = d_.path()}, {}).error().message, HasSubstr("no Dockerfile"));
  Install("echo 'no daemon'; exit 1", "exit 0");
  EXPECT_THAT(RunInDocker(bug_, {}).error().message, HasSubstr("no daemon"));
  Install("exit 0", "echo 'no such image'; exit 1");
  const auto failed = RunInDocker(bug_, {});
  EXPECT_EQ(failed.error().kind, ErrorKind::kUnsupported);
  EXPECT_THAT(failed.error().message, HasSubstr("no such image"));
}

}  // namespace
}  // namespace assay::bugs
