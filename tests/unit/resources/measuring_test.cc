#include "resources/inspect.h"
#include "tests/unit/triage/planted.h"
#include "triage/confirm.h"
#include "triage/retest.h"

namespace assay::resources {
namespace {

using triage::PlantedTarget;
using MeasuringTest = triage::Planted;

constexpr const char* kModel = "graph (x: float32[2,4]) -> (y) { y = Relu(x) }";
constexpr const char* kLeakMessage =
    "memory grows with every run: by 1.00 MB each, from 20 MB to 80 MB in 60 runs";

TEST_F(MeasuringTest, ALeakIsConfirmedByMeasuring) {
  lab::Lab lab;
  const triage::Probe probe =
      MeasuringProbe(*FindCheck("leak"), PlantedTarget("leaks-per-run"), lab);
  const auto seen =
      triage::Confirm(probe, triage::CaseOf(kModel), {"leak", "run", kLeakMessage}, 2);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_EQ(seen->shown, 2) << seen->other;
  EXPECT_TRUE(seen->reliable());
  EXPECT_FALSE(triage::ConfirmationJson(*seen).contains("poison"));
}

TEST_F(MeasuringTest, WithoutTheFaultItIsGone) {
  lab::Lab lab;
  const lab::Target unbroken = PlantedTarget("hard-swish-slope");  // of another operator
  const triage::Probe probe = MeasuringProbe(*FindCheck("leak"), unbroken, lab);
  const auto again = triage::Retest(probe, triage::CaseOf(kModel), {"leak", "run", "", ""});
  EXPECT_EQ(again.outcome, triage::Again::kGone) << again.message;
}

TEST_F(MeasuringTest, WhatCannotRunIsNotTakenForCured) {
  lab::Lab lab;
  lab::Target missing = PlantedTarget("leaks-per-run");
  missing.command.words = {"/no/such/worker"};
  missing.launch_key = "missing";
  const triage::Probe probe = MeasuringProbe(*FindCheck("leak"), missing, lab);
  const auto again = triage::Retest(probe, triage::CaseOf(kModel), {"leak", "run", "", ""});
  EXPECT_NE(again.outcome, triage::Again::kGone) << again.message;
}

}  // namespace
}  // namespace assay::resources
