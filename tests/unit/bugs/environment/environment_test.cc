#include "bugs/environment/environment.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A "Python" that makes environments out of itself: what pip would do is written by `pip`.
class EnvironmentTest : public testing::Test {
 protected:
  EnvironmentTest() {
    const char* before = std::getenv("XDG_CACHE_HOME");
    if (before != nullptr) before_ = before;
    setenv("XDG_CACHE_HOME", d_.path().c_str(), 1);
  }
  ~EnvironmentTest() override {
    if (before_.empty())
      unsetenv("XDG_CACHE_HOME");
    else
      setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }

  Recipe MakeRecipe(const std::string& pip, const std::string& line = "a==1") {
    const std::string python = d_.WriteProgram(
        "python3.11",
        "#!/bin/sh\n[ \"$1\" = -c ] && exit 0\nif [ \"$2\" = venv ]; then\n  echo made >> " +
            d_.path() +
            "/made\n  mkdir -p \"$3/bin\"\n  cp \"$0\" \"$3/bin/python\"\n  exit 0\nfi\n" + pip +
            "\n");
    return {.python = {python, "3.11"}, .lines = {line}, .options = {}, .note = ""};
  }

  ScratchFolder d_;
  std::string before_;
};

TEST_F(EnvironmentTest, IsMadeOnce) {
  const Recipe recipe = MakeRecipe("exit 0");
  const auto first = ProvideEnvironment(recipe, {});
  ASSERT_TRUE(first.ok()) << first.error().message;
  const auto second = ProvideEnvironment(recipe, {.offline = true});
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(first->folder, second->folder);
  EXPECT_EQ(*ReadFile(d_.path() + "/made"), "made\n");
  ASSERT_EQ(ListEnvironments().size(), 1);
  EXPECT_GT(ListEnvironments()[0].bytes, 0);
}

TEST_F(EnvironmentTest, OfflineNothingIsMade) {
  const auto made = ProvideEnvironment(MakeRecipe("exit 0"), {.offline = true});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, ErrorKind::kUnsupported);
  EXPECT_THAT(ListEnvironments(), IsEmpty());
}

TEST_F(EnvironmentTest, WhatPipRefusesLeavesNothingBehind) {
  auto made = ProvideEnvironment(MakeRecipe("echo 'ERROR: No matching distribution'; exit 1"), {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, ErrorKind::kUnsupported);
  EXPECT_THAT(made.error().message, HasSubstr("No matching distribution"));
  made = ProvideEnvironment(MakeRecipe("echo 'ERROR: ResolutionImpossible: x'; exit 1", "b"), {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, ErrorKind::kRejected);
  EXPECT_THAT(ListEnvironments(), IsEmpty());
}

TEST_F(EnvironmentTest, ARuinIsMadeAnew) {
  const Recipe recipe = MakeRecipe("exit 0");
  d_.Write("assay/bugs/envs/" + recipe.Key() + "/half", "");
  const auto made = ProvideEnvironment(recipe, {});
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_FALSE(std::filesystem::exists(made->folder + "/half"));
}

TEST_F(EnvironmentTest, CollectsWhatIsNotUsed) {
  const auto one = ProvideEnvironment(MakeRecipe("exit 0", "a"), {});
  const auto two = ProvideEnvironment(MakeRecipe("exit 0", "b"), {});
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_THAT(*CollectEnvironments(1, false), IsEmpty());
  EXPECT_EQ(CollectEnvironments(0, true)->size(), 2);
  EXPECT_EQ(ListEnvironments().size(), 2);
  {
    const FileLock use = UseEnvironment(*one);
    EXPECT_EQ(CollectEnvironments(0, false)->size(), 1);
  }
  ASSERT_EQ(ListEnvironments().size(), 1);
  EXPECT_EQ(ListEnvironments()[0].key, one->key);
  d_.Write("assay/bugs/envs/py3.11-ruin/half", "");
  EXPECT_EQ(CollectEnvironments(30, false)->size(), 1);
}

TEST_F(EnvironmentTest, KeepsThoseUsedLast) {
  const auto one = ProvideEnvironment(MakeRecipe("exit 0", "a"), {});
  const auto two = ProvideEnvironment(MakeRecipe("exit 0", "b"), {});
  const auto three = ProvideEnvironment(MakeRecipe("exit 0", "c"), {});
  ASSERT_TRUE(one.ok() && two.ok() && three.ok());
  const FileLock busy = UseEnvironment(*two);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const FileLock last = UseEnvironment(*one);
  ASSERT_TRUE(KeepEnvironments(3).ok());
  EXPECT_EQ(ListEnvironments().size(), 3);
  ASSERT_TRUE(KeepEnvironments(1).ok());
  std::vector<std::string> left;
  for (const Environment& environment : ListEnvironments()) left.push_back(environment.key);
  EXPECT_THAT(left, testing::UnorderedElementsAre(one->key, two->key));
}

}  // namespace
}  // namespace assay::bugs
