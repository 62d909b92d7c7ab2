#include "triage/check_model.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/unit/triage/planted.h"
#include "triage/case_bytes.h"

namespace assay::triage {
namespace {

class CheckModelTest : public Planted {};

TEST_F(CheckModelTest, SaysWhoIsWrongAndKeepsIt) {
  const oracle::Subject subject = MakeSubject(Trigger("hard-swish-slope")).value();
  CheckModelOptions options;
  options.targets = {PlantedTarget(""), PlantedTarget("hard-swish-slope")};
  options.with_reference = true;
  options.inputs = "inputs of the test";
  options.tell = [](const std::string&) {};
  lab::Lab lab;
  const auto report = CheckModel("m.txt", subject, options, lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(HasFindings(*report));
  const nlohmann::json json = CheckJson(*report);
  ASSERT_EQ(json["targets"].size(), 3u);  // the reference first
  EXPECT_EQ(json["targets"][0]["name"], "reference");
  EXPECT_NE(json["targets"][1]["status"], "wrong");
  EXPECT_EQ(json["targets"][2]["status"], "wrong");

  const std::string path = testing::TempDir() + "/check_model_test.db";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  auto store = store::Store::Open(path).value();
  ASSERT_TRUE(KeepCheck(*report, store).ok());
  const auto findings = store.Findings().value();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].target, "planted:hard-swish-slope");
  EXPECT_EQ(findings[0].kind, "wrong");
}

TEST_F(CheckModelTest, NothingIsFoundWhereAllIsWell) {
  const oracle::Subject subject = MakeSubject(Trigger("hard-swish-slope")).value();
  CheckModelOptions options;
  options.targets = {PlantedTarget("")};
  options.tell = [](const std::string&) {};
  lab::Lab lab;
  const auto report = CheckModel("m.txt", subject, options, lab);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_FALSE(HasFindings(*report));
  EXPECT_EQ(CheckJson(*report)["targets"].size(), 1u);
}

}  // namespace
}  // namespace assay::triage
