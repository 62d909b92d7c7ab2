#include <gtest/gtest.h>

#include "dossier/record.h"
#include "resources/check.h"
#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

class DigestTest : public SampleStore {};

TEST_F(DigestTest, OfAModel) {
  const auto row = AddModelFinding("f1");
  const auto seen = DigestOf(store(), row);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_NE(seen->title.find("onnxruntime"), std::string::npos);
  EXPECT_EQ(seen->nodes, 3);
  EXPECT_EQ(seen->severity, 4);
  EXPECT_FALSE(seen->class_id.empty());
  EXPECT_FALSE(seen->grouping.empty());
  Reduce("f1");
  ASSERT_TRUE(store().SetGrouping("f1", "g").ok());
  const auto reduced = DigestOf(store(), store().Finding("f1").value());
  EXPECT_EQ(reduced->nodes, 2);
  EXPECT_EQ(reduced->grouping, "");
}

TEST_F(DigestTest, OfAProgram) {
  const std::string id = AddProgramFinding();
  Fact(id, "reduced", {{"text", "import torch\n"}, {"statements", 7}});
  const auto out = DigestOf(store(), store().Finding(id).value());
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_NE(out->title.find(kHostile), std::string::npos);
  EXPECT_EQ(out->nodes, 7);
  EXPECT_EQ(out->severity, 2);
}

TEST_F(DigestTest, ACaseThatCannotBeReadLeavesTheRest) {
  store::FindingRow row = AddModelFinding("f1");
  row.id = "f2";
  store::SightingRow seen;
  seen.finding = "f2";
  seen.model = "no model";
  ASSERT_TRUE(store().AddFindings({row}, {seen}).ok());
  const auto out = DigestOf(store(), store().Finding("f2").value());
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_FALSE(out->title.empty());
  EXPECT_EQ(out->nodes, 0);
}

TEST(Severity, GoesByTheWorstRunAndByWhatTheFrameworkStates) {
  store::FindingRow row;
  row.kind = "nondeterministic";
  row.message = "first run: crash the process ended: segmentation fault, second run: ok ";
  EXPECT_EQ(SeverityOf(row), SeverityOf("crash"));
  row.message = "two runs differ by more than rounding allows";
  EXPECT_LT(SeverityOf(row), SeverityOf("crash"));
  row.kind = "rejected";
  EXPECT_EQ(SeverityOf(row), SeverityOf("rejected"));
  row.message = "Training mode is not supported for Dropout op";
  EXPECT_LT(SeverityOf(row), SeverityOf("rejected"));
}

TEST(Severity, EveryMeasureOfWasteIsListedBelowWrongResults) {
  for (const resources::CheckDef& check : resources::AllChecks())
    EXPECT_LT(SeverityOf(check.name), SeverityOf("wrong")) << check.name;
  EXPECT_GT(SeverityOf("crash"), SeverityOf("wrong"));
  EXPECT_EQ(SeverityOf("something new"), 2);
}

}  // namespace
}  // namespace assay::dossier
