#include "optbug/model/run_proposals.h"

#include <gtest/gtest.h>

namespace assay::optbug {
namespace {

TEST(RunProposals, WhatIsNoProgramIsNotRun) {
  // No lab is opened, so that no environment is needed.
  const std::vector<Proposal> proposals = {
      {.rule = "model", .framework = "nowhere", .problem = "messy", .completion_tokens = 3},
      {.rule = "input", .framework = "nowhere", .problem = "empty", .cost = 0.5}};
  std::vector<ProposalTrial> trials;
  const Status done = RunProposals(proposals, {}, [&](std::vector<ProposalTrial> some) -> Status {
    for (ProposalTrial& one : some) trials.push_back(std::move(one));
    return {};
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(trials.size(), 2u);
  for (const ProposalTrial& trial : trials) {
    EXPECT_EQ(trial.state, "invalid");
    EXPECT_NE(trial.reason, "");
  }
  const nlohmann::json out = SummaryOf(trials);
  EXPECT_EQ(out["programs"], 2);
  EXPECT_EQ(out["valid"], 0);
  EXPECT_EQ(out["problems"], (nlohmann::json{{"messy", 1}, {"empty", 1}}));
  EXPECT_EQ(out["rules"]["model"]["programs"], 1);
  EXPECT_EQ(out["completion_tokens"], 3);
  EXPECT_EQ(out["cost"], 0.5);
}

TEST(RunProposals, SumsUpTrials) {
  ProposalTrial good, bad;
  good.status = "valid";
  good.valid = good.relevant = true;
  bad.status = "exception";
  bad.valid = bad.relevant = bad.suspected = true;
  bad.state = "suspected";
  bad.exception = "KeyError";
  bad.finding = "f1";
  const nlohmann::json out = SummaryOf({good, bad, {}});
  EXPECT_EQ(out["programs"], 3);
  EXPECT_EQ(out["valid"], 2);
  EXPECT_EQ(out["suspected"].size(), 1u);
  EXPECT_EQ(out["suspected"][0]["exception"], "KeyError");
  EXPECT_EQ(out["suspected"][0]["id"], "f1");
  EXPECT_EQ(out["outputs"], 3);
  EXPECT_EQ(out["states"], (nlohmann::json{{"suspected", 1}}));
}

TEST(RunProposals, PlatformsAreKnownByName) {
  EXPECT_TRUE(PlatformOnly("mkldnn_reorder: only CPU"));
  EXPECT_TRUE(PlatformOnly("no kernel image for CUDA:0"));
  EXPECT_TRUE(PlatformOnly("MPS backend out of memory"));
  EXPECT_FALSE(PlatformOnly("it jumps over chips"));
  EXPECT_FALSE(PlatformOnly(""));
}

}  // namespace
}  // namespace assay::optbug
