#include "lab/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"

namespace assay::lab {
namespace {

using testing::HasSubstr;

constexpr const char* kGood = R"(
framework = "mine"
description = "an example"
environment = "mine"
package = "mine"
command = ["{python}", "{here}/worker.py"]
[variables]
OMP_NUM_THREADS = "1"
[limits]
memory_mb = 100
wall_s = 2.5
[accepts]
opsets = [7, 21]
types = ["float32", "int64"]
[[mode]]
name = ""
[[mode]]
name = "disable=*"
[[mode]]
name = "cuda"
device = "cuda"
variables = { DEVICE = "cuda" }
wall_s = 30
listed = false
every = 4
[[gap]]
message = "no kernel"
reason = "says so"
source = "its page: 'no kernel'"
)";

TEST(Manifest, IsReadWhole) {
  const auto m = ParseManifest(kGood, "mine.toml");
  ASSERT_TRUE(m.ok()) << m.error().message;
  EXPECT_EQ(m->framework, "mine");
  EXPECT_EQ(m->memory_mb, 100u);
  EXPECT_EQ(m->wall_s, 2.5);
  EXPECT_EQ(m->modes.size(), 3u);
  EXPECT_EQ(m->modes[0].device, "cpu");
  EXPECT_EQ(m->modes[2].device, "cuda");
  EXPECT_EQ(m->modes[2].variables.at("DEVICE"), "cuda");
  EXPECT_FALSE(m->modes[2].listed);
  EXPECT_EQ(m->modes[0].every, 1);
  EXPECT_EQ(m->modes[2].every, 4);
  EXPECT_EQ(m->FindMode("disable=Fusion"), &m->modes[1]);
  EXPECT_EQ(m->FindMode("nonesuch"), nullptr);
}

TEST(Manifest, APackageMayHaveAnotherNameOnAMachine) {
  const auto package = [](const std::string& machine) {
    const std::string text = StrCat(kGood, "[machine.", machine, "]\npackage = \"other\"\n");
    return ParseManifest(text, "mine.toml").value().package;
  };
  EXPECT_EQ(package(HostMachine()), "other");
  EXPECT_EQ(package(HostMachine() == "x86_64" ? "aarch64" : "x86_64"), "mine");
  const auto odd =
      ParseManifest(std::string(kGood) + "[machine.x86_64]\nbeads = 10\n", "mine.toml");
  ASSERT_FALSE(odd.ok());
  EXPECT_THAT(odd.error().message, HasSubstr("machine.x86_64.beads"));
  const auto nowhere = ParseManifest(std::string(kGood) + "[machine.abacus]\n", "mine.toml");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().message,
              HasSubstr("'abacus', which is not a machine; known: x86_64"));
}

TEST(Manifest, SwitchesAreForCertainModes) {
  const std::string group = R"(
[[locate]]
what = "optimiser"
modes = ["", "opt=*"]
run = "{mode},disable={names}"
names = ["A", "B"]
)";
  const auto m = ParseManifest(kGood + group, "mine.toml");
  ASSERT_TRUE(m.ok()) << m.error().message;
  ASSERT_EQ(m->switches.size(), 1u);
  EXPECT_EQ(m->switches[0].names.size(), 2u);
  EXPECT_EQ(m->switches[0].separator, ",");
  EXPECT_TRUE(m->switches[0].AppliesTo(""));
  EXPECT_TRUE(m->switches[0].AppliesTo("opt=basic"));
  EXPECT_FALSE(m->switches[0].AppliesTo("cuda"));
}

TEST(Manifest, SwitchesThatCannotBeUsedAreAnError) {
  for (const char* group :
       {"[[locate]]\nwhat = \"pass\"\nmodes = [\"\"]\n",                   // nothing to switch
        "[[locate]]\nwhat = \"pass\"\nmodes = [\"\"]\nnames = [\"A\"]\n",  // no way to do it
        "[[locate]]\nwhat = \"pass\"\nladder = [\"a\"]\n",                 // no mode
        "[[locate]]\nwhat = \"pass\"\nmodes = [\"\"]\nnames = [\"A\"]\nrun = \"{names}\"\n"
        "ladder = [\"a\"]\n"}) {  // both kinds
    const auto m = ParseManifest(std::string(kGood) + group, "mine.toml");
    ASSERT_FALSE(m.ok()) << group;
    EXPECT_THAT(m.error().message, HasSubstr("[[locate]] needs"));
  }
}

TEST(Manifest, RefusesWhatIsNotAccepted) {
  const auto m = ParseManifest(kGood, "mine.toml");
  ASSERT_TRUE(m.ok());
  EXPECT_EQ(m->Refusal(13, {DType::kFloat32}), "");
  EXPECT_EQ(m->Refusal(0, {DType::kFloat32}), "");  // other domains only
  EXPECT_THAT(m->Refusal(22, {DType::kFloat32}), HasSubstr("opset 22"));
  EXPECT_THAT(m->Refusal(13, {DType::kFloat32, DType::kFloat16}), HasSubstr("float16"));
}

TEST(Manifest, MistakesNameFileLineAndRemedy) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"framework = \"x\"\ncommand = [\"a\"]\ncomand = 3\n",
       "m.toml:3: comand is not a key of a manifest; did you mean command?"},
      {"framework = \"x\"\n", "`command` is missing"},
      {"framework = \"X y\"\ncommand = [\"a\"]\n", "lower-case"},
      {"framework = 3\ncommand = [\"a\"]\n", "m.toml:1: framework has the wrong type"},
      {"framework = \"x\"\ncommand = \"a\"\n", "m.toml:2: command is not a list of texts"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[limits]\nmemory_mb = -1\n",
       "m.toml:4: limits.memory_mb is negative"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[accepts]\ntypes = [\"float23\"]\n",
       "unknown type 'float23'"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[accepts]\nopsets = [1]\n", "pair"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[mode]\nname = \"a\"\n", "[[mode]]"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[gap]]\nmessage = \"(\"\nreason = \"r\"\n",
       "regular expression"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[gap]]\nmessage = \"m\"\nreason = \"r\"\nmachine = "
       "\"x86\"\n",
       "m.toml:6: gap.machine is 'x86', which is not a machine; known: x86_64, aarch64"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[gap]]\nmessage = \"m\"\nreason = \"r\"\nmachine = "
       "[\"aarch64\", \"arm\"]\n",
       "m.toml:6: gap.machine is 'arm'"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[gap]]\nmessage = \"m\"\nreason = \"r\"\nmachine = "
       "3\n",
       "m.toml:6: gap.machine is not a list of texts"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[machine.arm]\npackage = \"p\"\n",
       "m.toml:3: [machine.arm] is 'arm', which is not a machine"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[mode]]\nname = \"a\"\n[[mode]]\nname = \"a\"\n",
       "occurs twice"},
      {"framework = \"x\"\ncommand = [\"a\"]\n[[mode]]\nname = \"a\"\nevery = 0\n",
       "every = 0 in the mode 'a': it is given one case in so many, at least 1"},
      {"framework = ", "m.toml:1"},
  };
  for (const auto& [text, expected] : mistakes) {
    const auto m = ParseManifest(text, "m.toml");
    ASSERT_FALSE(m.ok()) << text;
    EXPECT_THAT(m.error().message, HasSubstr(expected));
  }
}

TEST(Manifest, GapsMayNameMachines) {
  const auto m = ParseManifest(
      "framework = \"x\"\ncommand = [\"a\"]\n[[gap]]\nmessage = \"m\"\nreason = \"r\"\n"
      "machine = \"aarch64\"\n[[gap]]\nmessage = \"n\"\nreason = \"r\"\n"
      "machine = [\"x86_64\", \"aarch64\"]\n[[gap]]\nmessage = \"o\"\nreason = \"r\"\n",
      "m.toml");
  ASSERT_TRUE(m.ok()) << m.error().message;
  EXPECT_EQ(m->gaps[0].machines, std::vector<std::string>{"aarch64"});
  EXPECT_EQ(m->gaps[1].machines.size(), 2u);
  EXPECT_TRUE(m->gaps[2].machines.empty());
}

TEST(Manifest, AFrameworkIsDescribedOnce) {
  const std::string folder = testing::TempDir() + "/manifests";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(WriteFile(folder + "/a.toml", kGood).ok());
  ASSERT_TRUE(WriteFile(folder + "/b.toml", kGood).ok());
  EXPECT_THAT(LoadManifests({folder}).error().message, HasSubstr("already described"));
  std::filesystem::remove_all(folder);
  EXPECT_THAT(LoadManifests({folder}).error().message, HasSubstr("folder of manifests"));
}

// Those of the project itself.
TEST(Manifest, OursAreSound) {
  const auto all = LoadManifests({"backends"});
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_GE(all->size(), 8u);
  for (const Manifest& m : *all) {
    EXPECT_FALSE(m.description.empty()) << m.path;
    EXPECT_EQ(std::filesystem::path(m.path).stem(), m.framework);
    for (const Mode& mode : m.modes) EXPECT_FALSE(mode.help.empty()) << m.path << " " << mode.name;
    if (!m.environment.empty()) {
      EXPECT_TRUE(std::filesystem::exists("envs/" + m.environment + "/requirements.in")) << m.path;
    }
  }
}

}  // namespace
}  // namespace assay::lab
