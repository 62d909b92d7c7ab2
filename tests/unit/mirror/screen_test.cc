// What screening drops before anything is run, besides APIs and platforms (rewrite_test.cc).
#include "mirror/screen.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::mirror::screen_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two environments of which only the one of jax has a package `gauge`; the installation that both
// were made from has it, too, which they do not see.
class Screening : public testing::Test {
 protected:
  Screening() : home_(fs::path(testing::TempDir()) / "screening") {
    fs::remove_all(home_);
    fs::create_directories(home_ / "base/lib/python3.11/site-packages/gauge");
    fs::create_directories(home_ / "base/bin");
    EXPECT_TRUE(WriteFile(home_ / "base/bin/python3.11", "").ok());
    Make("jax", {"jax", "numpy", "gauge"});
    Make("torch", {"torch", "numpy"});
    setenv("ASSAY_ENVIRONMENT_FOLDERS",
           StrCat("jax=", (home_ / "jax").string(), ":torch=", (home_ / "torch").string()).c_str(),
           1);
  }
  ~Screening() override {
    unsetenv("ASSAY_ENVIRONMENT_FOLDERS");
    fs::remove_all(home_);
  }

  Screened Of(const std::string& from, const std::string& to, const std::string& text) {
    const auto rewriter = Rewriter::Open(
        {from, to}, false, [] { return Result<knowledge::PairBase>(knowledge::PairBase{}); });
    EXPECT_TRUE(rewriter.ok());
    return Screen(text, *rewriter, {});
  }

 private:
  void Make(const std::string& name, const std::vector<std::string>& packages) {
    const fs::path environment = home_ / name;
    for (const std::string& package : packages)
      fs::create_directories(environment / "lib/python3.11/site-packages" / package);
    fs::create_directories(environment / "bin");
    fs::create_symlink(home_ / "base/bin/python3.11", environment / "bin/python");
    EXPECT_TRUE(WriteFile(environment / "pyvenv.cfg", "version = 3.11.7\n").ok());
  }
  fs::path home_;
};

constexpr char kText[] = "import jax.numpy as jnp\nx = jnp.sum(jnp.ones((2,)))\n";

TEST_F(Screening, DropsModulesThatTheTwinsEnvironmentDoesNotHave) {
  const Screened out = Of("jax", "torch", StrCat("import gauge\n", kText));
  EXPECT_FALSE(out.in);
  EXPECT_THAT(out.modules, ElementsAre("gauge (torch)"));
  EXPECT_THAT(out.why, HasSubstr("gauge (torch)"));
  EXPECT_TRUE(Of("jax", "torch", kText).in);
}

TEST_F(Screening, DropsModulesThatTheSourceItselfDoesNotHave) {
  const Screened out =
      Of("torch", "jax", "import torch\nfrom gauge import dial\nx = torch.ones(2)\n");
  EXPECT_THAT(out.modules, ElementsAre("gauge (torch)"));
}

TEST_F(Screening, LetsAProgramBeReadyForAMissingModule) {
  const Screened out =
      Of("jax", "torch", StrCat("try:\n    import gauge\nexcept ImportError:\n    pass\n", kText));
  EXPECT_THAT(out.modules, IsEmpty());
  EXPECT_TRUE(out.in) << out.why;
}

TEST_F(Screening, DropsProgramsWhoseWorkIsDoneElsewhere) {
  const Screened out =
      Of("jax", "torch", StrCat("import subprocess\n", kText, "subprocess.run([\"true\"])\n"));
  EXPECT_FALSE(out.in);
  EXPECT_THAT(out.processes, ElementsAre("subprocess.run"));
}

}  // namespace
}  // namespace assay::mirror::screen_test
