#include "lab/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A checkout with one framework in two versions, made of empty files.
class RegistryTest : public testing::Test {
 protected:
  void SetUp() override {
    home_ = testing::TempDir() + "/registry";
    fs::remove_all(home_);
    fs::create_directories(home_ + "/backends");
    Write("backends/mine.toml", R"(
framework = "mine"
environment = "mine"
package = "My-Package"
command = ["{python}", "{workers}/w.py"]
[variables]
LIBRARY = "{site}/mine/libmine.so*"
[[mode]]
name = "fast"
[[mode]]
name = "cuda"
device = "cuda"
[[mode]]
name = "only=*"
)");
    MakeEnvironment("mine", "2.0");
  }
  void TearDown() override { fs::remove_all(home_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(home_ + "/" + path).parent_path());
    ASSERT_TRUE(WriteFile(home_ + "/" + path, text).ok());
  }
  void MakeEnvironment(const std::string& name, const std::string& version) {
    const std::string env = "build/envs/" + name;
    const std::string site = env + "/lib/python3.11/site-packages";
    Write(site + "/my_package-" + version + ".dist-info/METADATA", "");
    Write(site + "/mine/libmine.so." + version, "");
    Write(env + "/bin/python", "");
    fs::permissions(home_ + "/" + env + "/bin/python", fs::perms::owner_all);
  }
  Registry Load() {
    auto registry = Registry::Load({.home = home_, .workers_bin = "", .backend_dirs = {}});
    EXPECT_TRUE(registry.ok()) << registry.error().message;
    return std::move(registry).value();
  }

  std::string home_;
};

TEST_F(RegistryTest, AVariantKeepsTheVersionAndHasAWorkerOfItsOwn) {
  MakeEnvironment("mine@1.5", "1.5");
  const Registry registry = Load();
  const Target target = registry.Find("mine@1.5:fast").value();
  const auto variant = registry.Variant(target, "only=A,B", {{"SWITCH", "off"}});
  ASSERT_TRUE(variant.ok()) << variant.error().message;
  EXPECT_EQ(variant->name, "mine@1.5:only=A,B");
  EXPECT_EQ(variant->version, "1.5");
  EXPECT_EQ(variant->command.variables.at("SWITCH"), "off");
  EXPECT_NE(variant->launch_key, target.launch_key);
  EXPECT_FALSE(registry.Variant(target, "nonesuch", {}).ok());
}

TEST_F(RegistryTest, JoinsManifestsWithWhatIsInstalled) {
  MakeEnvironment("mine@1.5", "1.5");
  const Registry registry = Load();
  std::vector<std::string> names;
  for (const Target& target : registry.targets()) names.push_back(target.name);
  EXPECT_THAT(names,
              testing::ElementsAre("mine:fast", "mine:cuda", "mine@1.5:fast", "mine@1.5:cuda"));
  const auto now = registry.Find("mine:fast");
  ASSERT_TRUE(now.ok());
  EXPECT_TRUE(now->ready) << now->reason;
  EXPECT_EQ(now->version, "2.0");
  EXPECT_THAT(now->command.variables.at("LIBRARY"), HasSubstr("libmine.so.2.0"));
  const auto old = registry.Find("mine@1.5:fast");
  ASSERT_TRUE(old.ok());
  EXPECT_EQ(old->version, "1.5");
  EXPECT_THAT(old->command.words[0], HasSubstr("mine@1.5/bin/python"));
  EXPECT_NE(now->launch_key, old->launch_key);
}

TEST_F(RegistryTest, FindsUnlistedModesAndTheFirstOne) {
  const Registry registry = Load();
  EXPECT_EQ(registry.Find("mine")->mode, "fast");
  EXPECT_EQ(registry.Find("mine:only=Fusion")->mode, "only=Fusion");
}

TEST_F(RegistryTest, GivesTheModesOfAStageWithTheirBaselines) {
  MakeEnvironment("mine@1.5", "1.5");
  Write("backends/more.toml", R"(
framework = "more"
environment = "mine"
package = "My-Package"
command = ["/bin/true"]
[[mode]]
name = ""
[[mode]]
name = "path=saved"
stage = "export"
command = ["/bin/false"]
baselines = ["more", "mine:fast"]
quantised = true
[[mode]]
name = "path=other"
stage = "export"
environment = "missing"
)");
  const Registry registry = Load();
  for (const Target& target : registry.targets()) EXPECT_EQ(target.stage, "") << target.name;
  const std::vector<Target> ways = registry.ForStage(registry.Find("more").value(), "export");
  ASSERT_EQ(ways.size(), 2u);
  EXPECT_EQ(ways[0].name, "more:path=saved");
  EXPECT_EQ(ways[0].command.words[0], "/bin/false");
  EXPECT_TRUE(ways[0].quantised);
  ASSERT_EQ(ways[0].baselines.size(), 2u);
  EXPECT_EQ(ways[0].baselines[0]->command.words[0], "/bin/true");
  EXPECT_EQ(ways[0].baselines[1]->name, "mine:fast");
  EXPECT_FALSE(ways[1].ready);
  EXPECT_EQ(ways[1].fix, "assay targets add missing");
  EXPECT_TRUE(ways[1].missing.empty()) << "envs/ does not say what belongs in it";
  EXPECT_TRUE(registry.ForStage(registry.Find("more").value(), "construct").empty());
}

TEST_F(RegistryTest, AWayIsNotReadyWithoutItsBaselines) {
  MakeEnvironment("mine@1.5", "1.5");
  Write("backends/more.toml", R"(
framework = "more"
environment = "mine"
package = "My-Package"
command = ["/bin/true"]
[[mode]]
name = ""
[[mode]]
name = "path=circle"
stage = "export"
baselines = ["more:path=circle"]
[[mode]]
name = "path=misspelt"
stage = "export"
baselines = ["moer"]
)");
  const Registry registry = Load();
  for (const Target& way : registry.ForStage(registry.Find("more").value(), "export")) {
    EXPECT_FALSE(way.ready) << way.name;
    EXPECT_THAT(way.reason, HasSubstr("baseline")) << way.name;
  }
}

TEST_F(RegistryTest, SaysWhyATargetIsNotReady) {
  fs::remove_all(home_ + "/build/envs/mine");
  const Registry registry = Load();
  const auto target = registry.Find("mine:fast");
  ASSERT_TRUE(target.ok());
  EXPECT_FALSE(target->ready);
  EXPECT_THAT(target->reason, HasSubstr("environment mine"));
  EXPECT_EQ(target->fix, "assay targets add mine");
  EXPECT_THAT(registry.Find("mine@9.9:fast")->fix, HasSubstr("targets add mine@9.9"));
}

TEST_F(RegistryTest, NamesTheEnvironmentsThatHaveToBeMade) {
  fs::remove_all(home_ + "/build/envs/mine");
  Write("envs/mine/requirements.txt", "");
  Write("envs/downloads.txt", "mine 5 5\n");
  Write("backends/more.toml", R"(
framework = "more"
command = ["/bin/true"]
[[mode]]
name = ""
[[mode]]
name = "path=saved"
stage = "export"
baselines = ["mine:fast"]
)");
  const Registry registry = Load();
  const Target target = registry.Find("mine:fast").value();
  EXPECT_THAT(target.reason, HasSubstr("about 5 MB"));
  ASSERT_EQ(target.missing.size(), 1u);
  EXPECT_EQ(target.missing[0].name, "mine");
  EXPECT_EQ(target.missing[0].locked, "mine");
  const Target other = registry.Find("mine@1.5:fast").value();
  ASSERT_EQ(other.missing.size(), 1u);
  EXPECT_EQ(other.missing[0].name, "mine@1.5");
  EXPECT_EQ(other.missing[0].package, "My-Package");
  EXPECT_EQ(other.missing[0].version, "1.5");
  EXPECT_EQ(registry.Find("more:path=saved")->missing.size(), 1u) << "its baseline's";
  if (!fs::exists("/dev/nvidiactl"))
    EXPECT_TRUE(registry.Find("mine:cuda")->missing.empty()) << "would not help";
}

TEST_F(RegistryTest, APackageSaysWhichWorkersItLacks) {
  Write("PACKAGE", "locks 1\n");
  Write("backends/native.toml", "framework = \"native\"\ncommand = [\"{bin}/native-worker\"]\n");
  EXPECT_THAT(Load().Find("native")->reason, HasSubstr("package does not include"));
  Write("workers/bin/native-worker", "");
  fs::permissions(home_ + "/workers/bin/native-worker", fs::perms::owner_all);
  EXPECT_TRUE(Load().Find("native")->ready);
}

TEST_F(RegistryTest, SaysWhenThereIsNoCudaDevice) {
  if (fs::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a CUDA device";
  EXPECT_EQ(Load().Find("mine:cuda")->reason, "needs a GPU: no CUDA device");
}

TEST_F(RegistryTest, SuggestsANameForAnUnknownTarget) {
  const auto target = Load().Find("mine:fsat");
  ASSERT_FALSE(target.ok());
  EXPECT_THAT(target.error().message, HasSubstr("did you mean mine:fast?"));
}

TEST_F(RegistryTest, RelativeCommandsBeginAtTheManifest) {
  Write("outside/run-me", "");
  fs::permissions(home_ + "/outside/run-me", fs::perms::owner_all);
  Write("outside/other.toml", "framework = \"other\"\ncommand = [\"./run-me\"]\n");
  auto registry =
      Registry::Load({.home = home_, .workers_bin = "", .backend_dirs = {home_ + "/outside"}});
  ASSERT_TRUE(registry.ok());
  EXPECT_TRUE(registry->Find("other")->ready) << registry->Find("other")->reason;
}

TEST_F(RegistryTest, TakesManifestsFromOutside) {
  Write("outside/other.toml", "framework = \"other\"\ncommand = [\"sh\"]\n");
  auto registry =
      Registry::Load({.home = home_, .workers_bin = "", .backend_dirs = {home_ + "/outside"}});
  ASSERT_TRUE(registry.ok());
  EXPECT_TRUE(registry->Find("other")->ready) << registry->Find("other")->reason;
}

}  // namespace
}  // namespace assay::lab
