#include "triage/poison.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "ops/infer.h"
#include "triage/confirm.h"

namespace assay::triage {
namespace {

std::string Faults() { return lab::HomeFolder() + "/tests/faults"; }

lab::Target PlantedTarget(const std::string& mode) {
  lab::RegistryOptions options;
  options.home = lab::HomeFolder();
  if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
  options.backend_dirs = {Faults() + "/backends"};
  return lab::Registry::Load(options).value().Find("planted:" + mode).value();
}

ModelCase Trigger(const std::string& name) {
  ModelCase out;
  out.model = ParseModelText(ReadFile(Faults() + "/triggers/" + name + ".txt").value()).value();
  EXPECT_TRUE(ops::InferTypes(out.model).ok());
  Rng rng(1);
  out.inputs = generate::RandomInputs(out.model.graph, rng).value();
  return out;
}

// Sanitizer builds leave the planted worker out.
class Planted : public testing::Test {
 protected:
  void SetUp() override {
    if (!PlantedTarget("hard-swish-slope").ready) GTEST_SKIP() << "the planted worker is missing";
  }
};

TEST_F(Planted, AReadOfUnwrittenMemoryFollowsTheFill) {
  lab::Lab lab;
  const auto report =
      TryPoison(Trigger("reads-unwritten-memory"), PlantedTarget("reads-unwritten-memory"), lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->verdict, PoisonReport::Verdict::kGarbage) << report->proof;
  EXPECT_NE(report->proof.find("element 8"), std::string::npos) << report->proof;
}

TEST_F(Planted, AWrongFormulaDoesNot) {
  lab::Lab lab;
  const auto report =
      TryPoison(Trigger("hard-swish-slope"), PlantedTarget("hard-swish-slope"), lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->verdict, PoisonReport::Verdict::kClean) << report->proof;
}

TEST_F(Planted, FilledWorkersAreOthers) {
  const lab::Target plain = PlantedTarget("hard-swish-slope");
  const lab::Target low = WithFill(plain, kFills[0]), high = WithFill(plain, kFills[1]);
  EXPECT_NE(low.launch_key, plain.launch_key);
  EXPECT_NE(low.launch_key, high.launch_key);
  EXPECT_EQ(low.command.variables.at("MALLOC_PERTURB_"), "85");
}

TEST_F(Planted, WhatAlwaysShowsIsConfirmed) {
  lab::Lab lab;
  const Probe probe(PlantedTarget("hard-swish-slope"), lab);
  const auto seen = Confirm(probe, Trigger("hard-swish-slope"), {"wrong", "", ""}, 3);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 3);
  EXPECT_TRUE(seen->reliable());
  EXPECT_EQ(ConfirmationJson(*seen)["poison"]["verdict"], "no garbage seen");
}

TEST_F(Planted, WhatNeverShowsIsNotConfirmed) {
  lab::Lab lab;
  const Probe probe(PlantedTarget("trilu-ignores-k"), lab);
  const auto seen = Confirm(probe, Trigger("hard-swish-slope"), {"wrong", "", ""}, 2);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 0);
  EXPECT_FALSE(seen->reliable());
  EXPECT_EQ(ConfirmationJson(*seen)["rate"], 0.0);
}

}  // namespace
}  // namespace assay::triage
