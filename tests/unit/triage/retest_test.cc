#include "triage/retest.h"

#include <gtest/gtest.h>

namespace assay::triage::retest_test {
namespace {

store::FindingRow Row(const std::string& state) {
  store::FindingRow out;
  out.id = "f1";
  out.version = "1.31.1";
  out.state = state;
  return out;
}

// Tested on the machine that showed it.
Verdict On86(const store::FindingRow& row, const std::vector<store::HistoryRow>& history,
             const std::string& version, Again outcome) {
  return VerdictOf(row, history, version, outcome, {{"x86_64"}, "x86_64"});
}

std::vector<store::HistoryRow> FixedIn(const std::string& version) {
  return {{"f1", "", "onnxruntime", version, "fixed", ""}};
}

TEST(Retest, FixedOnlyInANewerVersion) {
  EXPECT_EQ(On86(Row("located"), {}, "1.32.0", Again::kGone).state, "fixed");
  EXPECT_EQ(On86(Row("located"), {}, "1.31.1", Again::kGone).state, "located");
  EXPECT_EQ(On86(Row("located"), {}, "1.31.1", Again::kGone).event, "not shown");
  EXPECT_EQ(On86(Row("located"), {}, "1.17.3", Again::kGone).event, "not in this version");
  EXPECT_EQ(On86(Row("located"), {}, "1.17.3", Again::kGone).state, "located");
}

TEST(Retest, RegressedOnlyFromTheFixOn) {
  const auto history = FixedIn("1.32.0");
  EXPECT_EQ(On86(Row("fixed"), history, "1.33.0", Again::kStillThere).state, "regressed");
  EXPECT_EQ(On86(Row("fixed"), history, "1.32.0", Again::kStillThere).state, "regressed");
  // The version that had it all along has it still.
  EXPECT_EQ(On86(Row("fixed"), history, "1.31.1", Again::kStillThere).state, "fixed");
  EXPECT_EQ(On86(Row("regressed"), history, "1.34.0", Again::kGone).state, "fixed");
}

TEST(Retest, OtherOutcomesChangeNothing) {
  for (const Again outcome : {Again::kCannotRun, Again::kDiffers, Again::kStillThere})
    EXPECT_EQ(On86(Row("confirmed"), {}, "1.32.0", outcome).state, "confirmed");
}

TEST(Retest, AnotherMachineMendsNothing) {
  const Machines elsewhere{{"x86_64"}, "aarch64"};
  for (const char* version : {"1.17.3", "1.31.1", "1.32.0"}) {
    const Verdict verdict = VerdictOf(Row("located"), {}, version, Again::kGone, elsewhere);
    EXPECT_EQ(verdict.state, "located");
    EXPECT_EQ(verdict.event, "not shown on aarch64 (seen on x86_64)");
  }
  // What does show there counts.
  EXPECT_EQ(VerdictOf(Row("located"), {}, "1.32.0", Again::kStillThere, elsewhere).event,
            "still there");
  EXPECT_EQ(
      VerdictOf(Row("fixed"), FixedIn("1.32.0"), "1.33.0", Again::kStillThere, elsewhere).state,
      "regressed");
}

TEST(Retest, OneOfItsMachinesIsEnough) {
  const Machines both{{"x86_64", "aarch64"}, "aarch64"};
  EXPECT_EQ(VerdictOf(Row("located"), {}, "1.32.0", Again::kGone, both).state, "fixed");
}

// Of old stores nobody knows where they were filled.
TEST(Retest, WithoutAMachineItIsAsItWas) {
  const Machines unknown{{}, "aarch64"};
  EXPECT_EQ(VerdictOf(Row("located"), {}, "1.32.0", Again::kGone, unknown).state, "fixed");
  EXPECT_EQ(VerdictOf(Row("located"), {}, "1.31.1", Again::kGone, unknown).event, "not shown");
}

Sighted Wrong(const std::string& op) {
  Sighted out;
  out.result.status = oracle::CaseStatus::kWrong;
  out.symptom.oracle = "wrong";
  out.symptom.op = op;
  return out;
}

TEST(Retest, SameFailure) {
  const Remembered wanted{"wrong", "", "", "Softmax"};
  EXPECT_TRUE(SameAsRemembered(wanted, Wrong("Softmax")));
  EXPECT_TRUE(SameAsRemembered(wanted, Wrong("")));
  EXPECT_FALSE(SameAsRemembered(wanted, Wrong("Conv")));
  EXPECT_FALSE(SameAsRemembered({"nan", "", "", ""}, Wrong("Softmax")));
}

TEST(Retest, RefusalsCompareByStageAndMessage) {
  store::FindingRow row = Row("confirmed");
  row.kind = "rejected";
  row.stage = "load";
  row.message = "bad type 11 in 'x'\nmore";
  Sighted seen;
  seen.result.status = oracle::CaseStatus::kRejected;
  seen.symptom = {
      .oracle = "rejected", .stage = "load", .message = NormalizedMessage("bad type 7 in 'other'")};
  EXPECT_TRUE(SameAsRemembered(Remember(row, ""), seen));
  seen.symptom.stage = "run";
  EXPECT_FALSE(SameAsRemembered(Remember(row, ""), seen));
  seen.symptom.stage = "load";
  seen.symptom.message = NormalizedMessage("another text");
  EXPECT_FALSE(SameAsRemembered(Remember(row, ""), seen));
}

}  // namespace
}  // namespace assay::triage::retest_test
