#include "triage/poison.h"

#include "tests/unit/triage/planted.h"
#include "triage/case_bytes.h"
#include "triage/confirm.h"

namespace assay::triage {
namespace {

using PoisonTest = Planted;

TEST_F(PoisonTest, AReadOfUnwrittenMemoryFollowsTheFill) {
  lab::Lab lab;
  const oracle::Subject subject = MakeSubject(Trigger("reads-unwritten-memory")).value();
  const auto report =
      TryPoison(oracle::PlainRequest(subject), PlantedTarget("reads-unwritten-memory"), lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->verdict, PoisonReport::Verdict::kGarbage) << report->proof;
  EXPECT_NE(report->proof.find("element 8"), std::string::npos) << report->proof;
}

TEST_F(PoisonTest, AWrongFormulaDoesNot) {
  lab::Lab lab;
  const oracle::Subject subject = MakeSubject(Trigger("hard-swish-slope")).value();
  const auto report =
      TryPoison(oracle::PlainRequest(subject), PlantedTarget("hard-swish-slope"), lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->verdict, PoisonReport::Verdict::kClean) << report->proof;
}

TEST_F(PoisonTest, FilledWorkersAreOthers) {
  const lab::Target plain = PlantedTarget("hard-swish-slope");
  const lab::Target low = WithFill(plain, kFills[0]), high = WithFill(plain, kFills[1]);
  EXPECT_NE(low.launch_key, plain.launch_key);
  EXPECT_NE(low.launch_key, high.launch_key);
  EXPECT_EQ(low.command.variables.at("MALLOC_PERTURB_"), "85");
}

TEST_F(PoisonTest, WhatAlwaysShowsIsConfirmed) {
  lab::Lab lab;
  const Probe probe(PlantedTarget("hard-swish-slope"), lab);
  const auto seen = Confirm(probe, Trigger("hard-swish-slope"), {"wrong", "", ""}, 3);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 3);
  EXPECT_TRUE(seen->reliable());
  EXPECT_EQ(ConfirmationJson(*seen)["poison"]["verdict"], "no garbage seen");
}

TEST_F(PoisonTest, WhatNeverShowsIsNotConfirmed) {
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
