#include "bugs/environment/recipe.h"

#include <gmock/gmock.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Knows what the test tells it; everything else cannot be asked.
class FakeIndex : public PackageIndex {
 public:
  Result<std::vector<IndexFile>> Files(const std::string& package) override {
    const auto found = files.find(package);
    if (found == files.end()) return Invalid("no network");
    return found->second;
  }
  std::map<std::string, std::vector<IndexFile>> files;
};

class RecipeTest : public testing::Test {
 protected:
  Result<std::vector<Recipe>> Make(const Bug& bug, const RecipeOptions& options = {}) {
    return MakeRecipes(bug, options,
                       {.pythons = pythons_,
                        .index = index_,
                        .archive = archive_,
                        .reachable = [](const std::string& address) {
                          return address.find("reachable") != std::string::npos;
                        }});
  }
  std::string Reason(const Bug& bug, const RecipeOptions& options = {}) {
    const auto made = Make(bug, options);
    if (made.ok()) return "";
    EXPECT_EQ(made.error().kind, ErrorKind::kUnsupported);
    return made.error().message;
  }
  void Offer(const std::string& package, const std::vector<std::string>& files) {
    for (const std::string& file : files) index_.files[package].push_back({file, ""});
  }

  ScratchFolder d_;
  std::vector<Python> pythons_ = {{"/p3.8", "3.8"}, {"/p3.11", "3.11"}};
  FakeIndex index_;
  WheelArchive archive_{d_.path() + "/archive"};
};

TEST_F(RecipeTest, SameRequirementsGiveTheSameKey) {
  const Bug one{
      .library = "jax", .requirements = {"numpy==1.26.4", "JAX==0.4.1"}, .python = "3.11"};
  const Bug two{
      .library = "jax", .requirements = {"jax == 0.4.1", "numpy==1.26.4"}, .python = "3.11.2"};
  const Bug three{
      .library = "jax", .requirements = {"jax==0.4.2", "numpy==1.26.4"}, .python = "3.11"};
  EXPECT_EQ(Make(one)->front().Key(), Make(two)->front().Key());
  EXPECT_NE(Make(one)->front().Key(), Make(three)->front().Key());
  EXPECT_THAT(Make(one)->front().lines, ElementsAre("jax==0.4.1", "numpy==1.26.4", "pytest"));
  EXPECT_THAT(Make(one)->front().Key(), HasSubstr("py3.11-"));
}

TEST_F(RecipeTest, GpuSystemsAndSourcesAreNotSatisfied) {
  Bug bug{.library = "pytorch", .needs_gpu = true, .gpu_evidence = "its table says so"};
  EXPECT_THAT(Reason(bug), HasSubstr("needs a GPU"));
  bug = {.library = "pytorch", .unavailable = "needs macOS"};
  EXPECT_THAT(Reason(bug), HasSubstr("macOS"));
}

TEST_F(RecipeTest, WheelsThatVanishedAreNotSatisfied) {
  Offer("jax", {"jax-0.4.1-py3-none-any.whl"});
  Offer("wrapt", {"wrapt-1.12.1.tar.gz"});
  EXPECT_THAT(Reason({.library = "jax", .requirements = {"jax==0.4.0"}, .python = "3.11"}),
              HasSubstr("no index has a wheel of jax==0.4.0 for Python 3.11"));
  const Bug source{.library = "jax", .requirements = {"wrapt==1.12.1"}, .python = "3.11"};
  EXPECT_THAT(Reason(source), HasSubstr("exists only as source"));
  EXPECT_EQ(Reason(source, {.allow_source = true}), "");
  EXPECT_EQ(
      Reason({.library = "jax", .requirements = {"jax==0.4.1", "unknown==1"}, .python = "3.11"}),
      "");
  EXPECT_EQ(Reason({.library = "jax",
                    .requirements = {"jax==0.4.0; sys_platform == 'darwin'"},
                    .python = "3.11"}),
            "");
}

TEST_F(RecipeTest, AnotherPythonStandsInWhereItCanAndSaysSo) {
  Offer("jaxlib", {"jaxlib-0.4.1-cp311-cp311-any.whl"});
  const Bug bug{.library = "jax", .requirements = {"jaxlib==0.4.1"}, .python = "3.10"};
  const auto made = Make(bug);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made->front().python.version, "3.11");
  EXPECT_EQ(made->front().note, "Python 3.11 in place of 3.10");
  EXPECT_THAT(Reason(bug, {.exact_python = true}), HasSubstr("asks for Python 3.10"));
  Bug old = bug;
  old.requirements = {"jaxlib==0.1"};
  EXPECT_THAT(Reason(old), HasSubstr("asks for Python 3.10, which this machine lacks; no index"));
}

TEST_F(RecipeTest, ThePythonAskedForDecidesWhereItIsThere) {
  Offer("jaxlib", {"jaxlib-0.4.1-cp311-cp311-any.whl"});
  EXPECT_THAT(Reason({.library = "jax", .requirements = {"jaxlib==0.4.1"}, .python = "3.8"}),
              HasSubstr("for Python 3.8"));
}

TEST_F(RecipeTest, PrefersCpuBuilds) {
  Offer("tensorflow",
        {"tensorflow-2.13.0-cp311-cp311-any.whl", "tensorflow-2.14.0-cp311-cp311-any.whl"});
  Offer("tensorflow-cpu", {"tensorflow_cpu-2.13.0-cp311-cp311-any.whl"});
  Offer("torch", {"torch-2.13.0+cpu-cp311-cp311-any.whl", "torch-2.2.0-cp311-cp311-any.whl"});
  const auto lines = [&](const std::string& line) {
    return Make({.library = "x",
                 .requirements = {line, "nvidia-nccl-cu12==2.19.3"},
                 .python = "3.11"})
        ->front()
        .lines;
  };
  EXPECT_THAT(lines("tensorflow==2.13.0"), Contains("tensorflow-cpu==2.13.0"));
  EXPECT_THAT(lines("tensorflow==2.14.0"), Contains("tensorflow==2.14.0"));
  EXPECT_THAT(lines("tensorflow-cpu==2.14.0"), Contains("tensorflow==2.14.0"));
  EXPECT_THAT(lines("torch==2.13.0"), ElementsAre("pytest", "setuptools<81", "torch==2.13.0+cpu"));
  EXPECT_THAT(lines("torch==2.2.0+cu121"), Contains("torch==2.2.0"));
}

TEST_F(RecipeTest, WhereThereIsNoBuildForCpusTheOtherDoesWithoutCuda) {
  Offer("torch", {"torch-2.13.0+cpu-cp311-cp311-any.whl", "torch-2.2.0-cp311-cp311-any.whl"});
  const auto made = [&](const std::string& torch, bool gpu = false) {
    return Make({.library = "pytorch",
                 .requirements = {torch, "nvidia-nccl-cu12==2.19.3", "triton==2.2.0"},
                 .python = "3.11"},
                {.gpu = gpu})
        ->front();
  };
  EXPECT_FALSE(made("torch==2.13.0").without_cuda);
  EXPECT_TRUE(made("torch==2.2.0").without_cuda);
  EXPECT_TRUE(made("torch").without_cuda);  // which one it will be is pip's to decide
  EXPECT_THAT(made("torch==2.2.0").lines, ElementsAre("pytest", "setuptools<81", "torch==2.2.0"));
  Recipe with = made("torch==2.2.0");
  with.without_cuda = false;
  EXPECT_NE(with.Key(), made("torch==2.2.0").Key());
  EXPECT_FALSE(made("torch==2.2.0", true).without_cuda);
  EXPECT_THAT(made("torch==2.2.0", true).lines, Contains("nvidia-nccl-cu12==2.19.3"));
}

TEST_F(RecipeTest, TorchGetsASetuptoolsWithPkgResources) {
  pythons_.push_back({"/p3.12", "3.12"});
  const auto lines = [&](const std::string& python) {
    return Make({.library = "x", .requirements = {"torch"}, .python = python})->front().lines;
  };
  EXPECT_THAT(lines("3.11"), ElementsAre("pytest", "setuptools<81", "torch"));
  EXPECT_THAT(lines("3.12"), ElementsAre("pytest", "setuptools<81", "torch"));
}

TEST_F(RecipeTest, AnotherVersionMayTakeAnotherPython) {
  pythons_ = {{"/p3.8", "3.8"}, {"/p3.9", "3.9"}};
  Offer("y", {"y-1-cp38-cp38-any.whl", "y-2-cp39-cp39-any.whl"});
  const Bug bug{.library = "y", .requirements = {"y==1"}, .python = "3.8"};
  EXPECT_EQ(Make(bug)->front().python.version, "3.8");
  const auto other = Make(bug, {.version = "2"});
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->front().python.version, "3.9");
  EXPECT_EQ(other->front().note, "Python 3.9 in place of 3.8");
  EXPECT_FALSE(Make(bug, {.version = "2", .exact_python = true}).ok());
}

TEST_F(RecipeTest, GpusAreAskedFor) {
  const Bug bug{.library = "pytorch", .needs_gpu = true, .gpu_evidence = "its table says so"};
  EXPECT_THAT(MachineLacks(bug, Gpu::kNone), HasSubstr("which this machine lacks"));
  EXPECT_THAT(MachineLacks(bug, Gpu::kNotAsked), HasSubstr("--gpu"));
  EXPECT_EQ(MachineLacks(bug, Gpu::kGiven), "");
  EXPECT_EQ(MachineLacks({.library = "pytorch"}, Gpu::kNone), "");
}

TEST_F(RecipeTest, IndexesThatDoNotAnswerAreLeftOut) {
  const Bug bug{.library = "pytorch",
                .requirements = {"--extra-index-url https://reachable.example/whl/cu118",
                                 "--extra-index-url https://gone.example/whl/cu118", "pip==23.0"},
                .python = "3.11"};
  const auto made = Make(bug);
  EXPECT_THAT(made->front().options,
              ElementsAre("--extra-index-url https://reachable.example/whl/cpu"));
  EXPECT_THAT(made->front().lines, ElementsAre("pytest"));
  Bug without = bug;
  without.requirements = {"pytest"};
  EXPECT_EQ(Make(without)->front().Key(), made->front().Key());  // offline it is found again
}

TEST_F(RecipeTest, FilesComeFromTheArchive) {
  const std::string name = "jax-0.4.31.dev1-py3-none-any.whl";
  const Bug bug{.library = "jax", .requirements = {"jax @ file:///tmp/" + name}, .python = "3.11"};
  EXPECT_THAT(Reason(bug), HasSubstr("is on no index"));
  ASSERT_TRUE(archive_.Add(d_.Write(name, std::string("PK\x03\x04", 4)), "").ok());
  const auto made = Make(bug);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_THAT(made->front().lines, Contains("jax @ file://" + archive_.folder() + "/" + name));
  const Bug other{.library = "jax",
                  .requirements = {"jax @ file:///tmp/" + name + "#sha256=" + std::string(64, '0')},
                  .python = "3.11"};
  EXPECT_THAT(Reason(other), HasSubstr("has the hash"));
  Offer("jax", {});
  EXPECT_EQ(Reason({.library = "jax", .requirements = {"jax==0.4.31.dev1"}, .python = "3.11"}), "");
}

TEST_F(RecipeTest, WhatTheScriptInstallsWins) {
  const Bug bug{.library = "tensorflow",
                .requirements = {"keras==2.15.0"},
                .python = "3.11",
                .installs = {"keras==3.1.1"}};
  EXPECT_THAT(Make(bug)->front().lines, ElementsAre("keras==3.1.1", "pytest"));
}

TEST_F(RecipeTest, AnotherVersionComesWithFewerPinsToFallBackOn) {
  const Bug bug{
      .library = "jax",
      .requirements = {"jax[cpu]==0.4.20", "jaxlib==0.4.20", "numpy==1.26.0", "ml-dtypes==0.2.0"},
      .python = "3.11"};
  const auto made = Make(bug, {.version = "0.4.21"});
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->size(), 3);
  EXPECT_THAT((*made)[0].lines, ElementsAre("jax[cpu]==0.4.21", "jaxlib<=0.4.21",
                                            "ml-dtypes==0.2.0", "numpy==1.26.0", "pytest"));
  EXPECT_THAT((*made)[1].lines, ElementsAre("jax[cpu]==0.4.21", "jaxlib<=0.4.21", "ml-dtypes",
                                            "numpy==1.26.0", "pytest"));
  EXPECT_THAT((*made)[2].lines,
              ElementsAre("jax[cpu]==0.4.21", "jaxlib<=0.4.21", "ml-dtypes", "numpy", "pytest"));
}

TEST_F(RecipeTest, PythonThreeIsAnyOfThem) {
  const Bug bug{.library = "jax", .requirements = {"a"}, .python = "3"};
  const auto made = Make(bug);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made->front().python.version, "3.11");
  EXPECT_EQ(made->front().note, "");
  EXPECT_TRUE(Make(bug, {.any_python = true}).ok());
  EXPECT_THAT(Reason({.library = "jax", .requirements = {"a"}, .python = "2.7"}),
              HasSubstr("asks for Python 2.7"));
}

TEST_F(RecipeTest, NoLineOfAStrangerTellsPipMoreThanAName) {
  const auto reason = [&](const std::string& line) {
    return Reason({.library = "jax", .requirements = {line}, .python = "3.11"});
  };
  EXPECT_EQ(reason("a==1 --no-binary=:all:"), "");  // behind a blank it is cut off
  EXPECT_THAT(reason("a==1\f--no-binary=:all:"), HasSubstr("not plain text"));
  EXPECT_THAT(reason("a ; b\x1c--no-binary=:all:"), HasSubstr("not plain text"));
  EXPECT_THAT(reason("-f https://reachable\x1c--no-binary=:all:"), HasSubstr("not plain text"));
  EXPECT_THAT(reason("a==${HOME}"), HasSubstr("${"));
  EXPECT_THAT(reason("-r more.txt"), HasSubstr("-r, which is not followed"));
  const Bug bug{.library = "jax", .requirements = {"jax==1"}, .python = "3.11"};
  EXPECT_THAT(Reason(bug, {.version = "1\n--no-binary=:all:"}), HasSubstr("not plain text"));
}

}  // namespace
}  // namespace assay::bugs
