#include "life/probe_of.h"

#include <gtest/gtest.h>

#include "tests/unit/dossier/sample.h"
#include "training/training_case.h"

namespace assay::life {
namespace {

class ProbeOfTest : public dossier::SampleStore {};

TEST_F(ProbeOfTest, WhatIsForModelsRefusesPrograms) {
  const auto model = AddModelFinding("f1");
  EXPECT_TRUE(NeedsModel(store(), model, "this", "do that").ok());
  const auto program = store().Finding(AddProgramFinding());
  const Status refused = NeedsModel(store(), *program, "this is for models", "do that");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            program->id + " is shown by a program, and this is for models; do that");
}

TEST_F(ProbeOfTest, WhatRunsModelsRefusesTraining) {
  store::FindingRow row = AddModelFinding("f1");
  EXPECT_TRUE(NeedsPlainRun(row, "this").ok());
  EXPECT_TRUE(KeepSettings(store(), row).ok());
  EXPECT_TRUE(store().Facts("f1")->empty());
  row.stage = training::kTask;
  EXPECT_FALSE(NeedsPlainRun(row, "this").ok());
  // Its recipe holds no settings of a training.
  EXPECT_FALSE(KeepSettings(store(), row).ok());
}

}  // namespace
}  // namespace assay::life
