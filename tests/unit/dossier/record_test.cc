#include "dossier/record.h"

#include <gtest/gtest.h>

#include "dossier/facts.h"
#include "dossier/report_of.h"
#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

using nlohmann::json;

class RecordTest : public SampleStore {};

TEST_F(RecordTest, TellsRowFactsAndClassOfAModel) {
  const auto row = AddModelFinding("f1");
  Fact("f1", "location", {{"summary", "only with optimisation"}});
  Fact("f1", "errors", {{"outputs", json::array()}});
  const auto out = FindingJson(store(), row);
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ((*out)["target"], "onnxruntime");
  EXPECT_EQ((*out)["location"]["summary"], "only with optimisation");
  ASSERT_EQ((*out)["sightings"].size(), 1u);
  EXPECT_EQ((*out)["sightings"][0]["machine"], HostMachine());
  EXPECT_EQ((*out)["sightings"][0]["processor"], HostProcessor().name);
  ASSERT_EQ((*out)["machines"].size(), 1u);
  EXPECT_EQ((*out)["machines"][0]["machine"], HostMachine());
  EXPECT_TRUE((*out)["class"].contains("study"));
  // Pictures would drown the rest.
  EXPECT_FALSE(out->contains("errors"));
}

TEST_F(RecordTest, TellsAProgramWithItsKeys) {
  const std::string id = AddProgramFinding();
  const auto out = FindingJson(store(), store().Finding(id).value());
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ((*out)["api"], "torch.relu");
  EXPECT_EQ((*out)["others"].size(), 1u);
  EXPECT_NE((*out)["title"].get<std::string>().find(kHostile), std::string::npos);
}

TEST_F(RecordTest, AFactThatIsNoJsonIsEmpty) {
  AddModelFinding("f1");
  ASSERT_TRUE(store().SetFact("f1", "location", "{not json").ok());
  const auto facts = FactsOf(store(), "f1");
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->at("location"), json::object());
}

TEST_F(RecordTest, TheSmallestCaseIsTheReducedOne) {
  AddModelFinding("f1");
  EXPECT_EQ(SmallestCase(store(), "f1")->model.graph.node_count(), 3u);
  Reduce("f1");
  EXPECT_EQ(SmallestCase(store(), "f1")->model.graph.node_count(), 2u);
  EXPECT_EQ(OriginalCase(store(), "f1")->model.graph.node_count(), 3u);
  const std::string program = AddProgramFinding();
  const auto none = SmallestCase(store(), program);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("program"), std::string::npos);
}

TEST_F(RecordTest, ReportsTellBothKinds) {
  const auto model = ReportOf(store(), AddModelFinding("f1"), nullptr);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_NE(model->title.find("onnxruntime"), std::string::npos);
  EXPECT_FALSE(model->sections.empty());
  const auto program = ReportOf(store(), store().Finding(AddProgramFinding()).value(), nullptr);
  ASSERT_TRUE(program.ok()) << program.error().message;
  EXPECT_EQ(program->file, "program.py");
}

}  // namespace
}  // namespace assay::dossier
