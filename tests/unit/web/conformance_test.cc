#include <gtest/gtest.h>

#include "base/machine.h"
#include "conform/kept.h"
#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

using nlohmann::json;

class ConformancePageTest : public PageTest {};

const json* OperatorOf(const json& out, const std::string& op) {
  for (const json& row : out["operators"])
    if (row["op"] == op) return &row;
  return nullptr;
}

TEST_F(ConformancePageTest, AsShippedUntilSomethingIsMeasured) {
  const json out = Ask(Conformance);
  EXPECT_GT(out["targets"].size(), 5u);
  EXPECT_GT(out["operators"].size(), 150u);
  const json* abs = OperatorOf(out, "Abs");
  ASSERT_NE(abs, nullptr);
  EXPECT_EQ((*abs)["results"]["onnxruntime"]["passed"], 1);
  EXPECT_FALSE(out["note"].get<std::string>().empty());
  EXPECT_EQ(out["measured"]["onnxruntime"]["when"], "as shipped, on " + HostMachine());
  // Every test of every target is counted once.
  int64_t tests = 0;
  for (const json& row : out["operators"])
    for (const auto& [kind, count] : row["results"]["onnxruntime"].items())
      tests += count.get<int64_t>();
  EXPECT_EQ(tests, 1765);
}

TEST_F(ConformancePageTest, WhatWasMeasuredHere) {
  conform::Report report{"toy",
                         {{.name = "test_abs", .passed = true},
                          {.name = "test_add", .reason = "bad"},
                          {.name = "test_of_nobody", .unsupported = true, .reason = "no"}}};
  const json kept = conform::KeptJson(report, "7", "cpu", json());
  ASSERT_TRUE(store().KeepDocument(conform::kDocumentKind, "toy", kept.dump()).ok());
  ASSERT_TRUE(store().KeepDocument(conform::kDocumentKind, "broken", "[").ok());
  const json out = Ask(Conformance);
  EXPECT_EQ(out["targets"], json::array({"toy"}));
  EXPECT_EQ(out["measured"]["toy"]["version"], "7");
  EXPECT_EQ((*OperatorOf(out, "Abs"))["results"]["toy"]["passed"], 1);
  EXPECT_EQ((*OperatorOf(out, "Add"))["results"]["toy"]["failed"], 1);
  EXPECT_EQ((*OperatorOf(out, "other"))["results"]["toy"]["unsupported"], 1);
}

class TargetsPageTest : public PageTest {};

TEST_F(TargetsPageTest, TellsReadinessAndWhatWasMeasured) {
  store::CheckRow check;
  check.target = "onnxruntime";
  check.status = "ok";
  check.run_ms = 3;
  check.peak_mb = 50;
  ASSERT_TRUE(store().Add({check, check}).ok());
  const auto campaign = store().AddCampaign("{}");
  store::CampaignStep step;
  step.campaign = *campaign;
  step.tally = R"({"targets": {"onnxruntime": {"cases": 40, "seconds": 2}, "x": 3}})";
  ASSERT_TRUE(store().Commit(step).ok());
  const json out = Ask(Targets);
  ASSERT_FALSE(out["targets"].empty());
  bool seen = false;
  for (const json& target : out["targets"]) {
    EXPECT_TRUE(target["ready"].get<bool>() || !target["why"].get<std::string>().empty()) << target;
    if (target["name"] != "onnxruntime") continue;
    seen = true;
    EXPECT_EQ(target["cases"], 42);
    EXPECT_EQ(target["cases_per_second"], 20.0);
    EXPECT_EQ(target["run_ms"], 3.0);
    EXPECT_EQ(target["peak_mb"], 50.0);
  }
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace assay::web
