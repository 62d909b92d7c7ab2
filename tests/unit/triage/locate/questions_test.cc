// The questions on the planted worker, whose faults are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "graph/text.h"
#include "ops/infer.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {
namespace {

using testing::HasSubstr;

// Relu and Clip are merged into a Clip that forgets the Relu; giving the Relu out prevents it.
constexpr const char* kFused = R"(graph (x: float32[4]) -> (q: float32[4]) {
  low: float32[] = -1
  high: float32[] = 1
  n = Neg(x)
  r = Relu(n)
  c = Clip(r, low, high)
  q = Add(c, x)
})";

class Locate : public testing::Test {
 protected:
  void SetUp() override {
    lab::RegistryOptions options;
    options.home = lab::HomeFolder();
    if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
    options.backend_dirs = {options.home + "/tests/faults/backends"};
    auto registry = lab::Registry::Load(options);
    ASSERT_TRUE(registry.ok()) << registry.error().message;
    registry_.emplace(std::move(registry).value());
  }

  // What the named questions say of `text` on `target`.
  nlohmann::json Ask(const std::string& text, std::vector<double> x, const std::string& target,
                     const std::set<std::string_view>& names) {
    ModelCase model_case;
    model_case.model = ParseModelText(text).value();
    EXPECT_TRUE(ops::InferTypes(model_case.model).ok());
    const auto count = static_cast<int64_t>(x.size());
    model_case.inputs = {MakeTensor(DType::kFloat32, {count}, x)};
    const lab::Target found = registry_->Find(target).value();
    const Sighted seen = Probe(found, lab_).Run(model_case).value();
    EXPECT_TRUE(seen.finding());
    const Trier trier = Trier::Make(model_case, seen.symptom, lab_).value();
    const Inquiry inquiry{model_case, found, seen, trier, *registry_, lab_};
    nlohmann::json location;
    for (const Question& question : AllQuestions()) {
      if (!names.contains(question.name)) continue;
      EXPECT_TRUE(question.ask(inquiry, location).ok());
    }
    return location;
  }

  std::optional<lab::Registry> registry_;
  lab::Lab lab_;
};

TEST_F(Locate, AFusionIsFoundByCutting) {
  const auto place =
      Ask(kFused, {0.5, -0.5, 0.25, 2}, "planted:limits-merged", {"tensor"})["first_wrong"];
  EXPECT_EQ(place["tensor"], "c");
  EXPECT_EQ(place["op"], "Clip");
  EXPECT_EQ(place["node"], 2);
  EXPECT_THAT(place["how"], HasSubstr("cut behind this tensor"));
}

TEST_F(Locate, AKernelIsFoundByItsLayer) {
  const auto place = Ask("graph (x: float32[4]) -> (q) { n = Neg(x)\n r = Round(n)\n q = Abs(r) }",
                         {0.5, 2.5, 0.25, 2}, "planted:round-half-away", {"tensor"})["first_wrong"];
  EXPECT_EQ(place["tensor"], "r");
  EXPECT_EQ(place["node"], 1);
  EXPECT_THAT(place["how"], HasSubstr("intermediate"));
}

// More nodes than are tried one by one.
TEST_F(Locate, ALongModelIsHalved) {
  std::string text = "graph (x: float32[4]) -> (q) { low: float32[] = -1\n high: float32[] = 1\n";
  std::string last = "x";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "a" + std::to_string(i);
    text += next + " = Neg(" + last + ")\n";
    last = next;
    if (i != 40) continue;
    text += "r = Relu(" + last + ")\n c = Clip(r, low, high)\n";
    last = "c";
  }
  text += "q = Abs(" + last + ") }";
  const auto place =
      Ask(text, {0.5, -0.5, 0.25, 2}, "planted:limits-merged", {"tensor"})["first_wrong"];
  EXPECT_EQ(place["tensor"], "c");
}

TEST_F(Locate, TheUnbrokenModeIsRight) {
  const auto location = Ask(kFused, {0.5, -0.5, 0.25, 2}, "planted:limits-merged", {"modes"});
  EXPECT_THAT(location["mode_summary"], HasSubstr("planted is right"));
  ASSERT_EQ(location["modes"].size(), 2u);
  EXPECT_EQ(location["modes"][0]["shows"], false);
  EXPECT_EQ(location["modes"][1]["target"], "planted:limits-merged");
  EXPECT_EQ(location["modes"][1]["shows"], true);
}

TEST_F(Locate, WhatCannotBeSwitchedOffIsNotBlamed) {
  const auto location = Ask(kFused, {0.5, -0.5, 0.25, 2}, "planted:limits-merged", {"passes"});
  EXPECT_TRUE(location["optimisers"].empty());
  EXPECT_THAT(location["optimiser_how"], HasSubstr("nothing that can be switched off"));
}

TEST(Questions, HaveNamesHelpAndAFile) {
  std::set<std::string_view> names;
  for (const Question& question : AllQuestions()) {
    EXPECT_TRUE(names.insert(question.name).second);
    EXPECT_GT(question.help.size(), 10u);
    EXPECT_TRUE(std::filesystem::exists(lab::HomeFolder() + "/src/triage/locate/" +
                                        std::string(question.name) + ".cc"))
        << question.name;
  }
}

}  // namespace
}  // namespace assay::triage::locate
