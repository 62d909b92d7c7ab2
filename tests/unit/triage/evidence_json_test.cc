#include "triage/evidence_json.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(EvidenceJson, OfTwoRunsThatDifferTheElementIsKept) {
  oracle::TargetResult result;
  result.status = oracle::CaseStatus::kNondeterministic;
  result.oracle = "nondeterministic";
  result.message =
      "two runs differ by more than rounding allows\noutput 'y', element 12: 1.5 and 2.5";
  const nlohmann::json told = EvidenceJson(result);
  EXPECT_EQ(told["output"], "y");
  EXPECT_EQ(told["element"], 12);
  EXPECT_EQ(told["note"], "output 'y', element 12: 1.5 and 2.5");
  result.message = "two runs differ by more than rounding allows\noutput 'y': types differ";
  EXPECT_EQ(EvidenceJson(result)["output"], "y");
  EXPECT_FALSE(EvidenceJson(result).contains("element"));
  result.message = "first run: ok , second run: crash the process ended";
  EXPECT_FALSE(EvidenceJson(result).contains("output"));
}

TEST(EvidenceJson, BoundsAreKeptWhereOneSideIsWider) {
  oracle::TargetResult result;
  oracle::Judgement output;
  output.verdict = oracle::Verdict::kWrong;
  output.has_worst = true;
  output.got = 300;
  output.truth = output.bound = output.hi = 246;
  output.excess = 54;
  result.outputs = {output};
  const nlohmann::json told = EvidenceJson(result);
  EXPECT_EQ(told["low"], 0);
  EXPECT_EQ(told["high"], 246);
  result.outputs[0].got = 600;
  EXPECT_FALSE(EvidenceJson(result).contains("low"));
}

}  // namespace
}  // namespace assay::triage
