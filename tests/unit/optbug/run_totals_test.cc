#include "optbug/run_totals.h"

#include <gtest/gtest.h>

namespace assay::optbug::run_totals_test {
namespace {

using nlohmann::json;

const BlockReport kBlock = {.seconds = 2,
                            .programs = {{.optimiser = "o",
                                          .rule = "r",
                                          .kind = "api",
                                          .status = "valid",
                                          .verdict = "holds",
                                          .valid = true,
                                          .relevant = true},
                                         {.optimiser = "p",
                                          .rule = "r",
                                          .kind = "api",
                                          .status = "exception",
                                          .verdict = "not applicable",
                                          .reason = "why",
                                          .program = "x = 1\n"}},
                            .findings = {{"f1", "o", "r", "api"}},
                            .keys = {"k"}};

TEST(BlockReport, IsReadAsItWasWritten) {
  const json kept = kBlock;
  EXPECT_FALSE(kept["programs"][0].contains("program"));
  EXPECT_EQ(kept["programs"][1]["program"], "x = 1\n");
  EXPECT_EQ(kept["findings"][0]["id"], "f1");
  EXPECT_EQ(json(kept.get<BlockReport>()), kept);
}

TEST(BlockReport, WhatIsNoneIsEmpty) {
  for (const char* text : {"[]", "{}", R"({"programs": 1, "findings": []})", "null"})
    EXPECT_TRUE(ReadBlock(json::parse(text)).programs.empty()) << text;
}

TEST(OptbugTotals, AddUpByRuleKindAndOptimiser) {
  OptbugTotals totals;
  totals.Take(kBlock);
  totals.Take(kBlock);  // the same finding again counts once
  const json out = totals.Tally({{"seed", 3}}, {"f1"});
  EXPECT_EQ(out["programs"], 4);
  EXPECT_EQ(out["valid"], 2);
  EXPECT_EQ(out["findings"], 1);
  EXPECT_EQ(out["rules"]["r"],
            json({{"programs", 4}, {"valid", 2}, {"relevant", 2}, {"findings", 1}}));
  EXPECT_EQ(out["optimisers"]["p"]["findings"], 0);
  EXPECT_EQ(out["unsupported"], json({{"why", 2}}));
  EXPECT_EQ(out["seconds"], 4);
  EXPECT_EQ(totals.keys(), std::set<std::string>{"k"});
  EXPECT_THROW(totals.Take(json::object()), json::exception);
}

}  // namespace
}  // namespace assay::optbug::run_totals_test
