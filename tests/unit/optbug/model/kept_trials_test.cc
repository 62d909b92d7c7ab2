#include "optbug/model/kept_trials.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "casebook/labels.h"
#include "optbug/table/runs.h"

namespace assay::optbug {
namespace {

ProposalTrial Suspected() {
  ProposalTrial out;
  out.proposal = {.key = "assay-1",
                  .prompt = "ask",
                  .rule = "input",
                  .framework = "torch",
                  .program = "import torch\n"};
  out.status = "exception";
  out.state = "suspected";
  out.reason = "AssertionError: ; without the optimisation it passes";
  out.valid = out.relevant = out.suspected = out.plain = true;
  out.symptom = "difference";
  out.kind = "api";
  out.optimisers = {"torch.jit.script"};
  return out;
}

class KeptTrialsTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  // What a run of these settings has done before, and with `trials` added.
  ModelTotals Keep(std::vector<ProposalTrial> trials) {
    ModelTotals totals;
    auto store = store::Store::Open(path_);
    EXPECT_TRUE(store.ok()) << store.error().message;
    auto record = trial::RunRecord::Continue(*store, path_, kModelRun, config_, totals);
    EXPECT_TRUE(record.ok()) << record.error().message;
    if (!trials.empty()) {
      const Status kept = KeepTrials(std::move(trials), "assay", "m", 1, *record);
      EXPECT_TRUE(kept.ok()) << kept.error().message;
    }
    return totals;
  }

  std::vector<store::FindingRow> Findings() {
    auto store = store::Store::Open(path_);
    return *store->Findings();
  }

  const std::string path_ = testing::TempDir() + "/assay-" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() + ".db";
  const nlohmann::json config_ = {{"provider", "file"}, {"model", "m"}, {"approach", "assay"}};
};

TEST_F(KeptTrialsTest, TheSameSettingsGoOn) {
  ProposalTrial bad;
  bad.proposal.key = "assay-2";
  bad.state = "invalid";
  bad.reason = "there is no program in the answer";
  Keep({Suspected()});
  const ModelTotals totals = Keep({bad});
  EXPECT_TRUE(totals.Did("assay-1") && totals.Did("assay-2"));
  EXPECT_FALSE(totals.Did("assay-3"));
  ASSERT_EQ(totals.trials().size(), 2u);
  EXPECT_EQ(totals.trials()[1].reason, bad.reason);
  const auto runs = ReadRuns(path_);
  ASSERT_EQ(runs->size(), 1u);
  EXPECT_EQ((*runs)[0].runs, 1u);
  EXPECT_EQ((*runs)[0].programs, 2u);
}

TEST_F(KeptTrialsTest, ASuspectedOneCountsOnceItIsLabelledTrue) {
  Keep({Suspected()});
  ASSERT_EQ(Findings().size(), 1u);
  EXPECT_EQ(Findings()[0].state, "suspected");
  EXPECT_EQ((*ReadRuns(path_))[0].findings, 0u);
  const auto label = [&](const char* name) {
    auto store = store::Store::Open(path_);
    return casebook::KeepLabel(*store, Findings()[0], *casebook::FindLabel(name), "", "");
  };
  ASSERT_TRUE(label("true").ok());
  EXPECT_EQ(Findings()[0].state, "confirmed");
  const auto runs = ReadRuns(path_);
  EXPECT_EQ((*runs)[0].findings, 1u);
  EXPECT_EQ((*runs)[0].kinds.at("api"), 1u);
  ASSERT_TRUE(label("no-change").ok());  // a kind of false
  EXPECT_EQ(Findings()[0].state, "suspected");
  EXPECT_EQ((*ReadRuns(path_))[0].findings, 0u);
}

}  // namespace
}  // namespace assay::optbug
