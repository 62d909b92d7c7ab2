#include "bugs/tools/faults.h"

#include <gtest/gtest.h>

#include <set>

#include "base/files.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

TEST(Faults, EveryOneIsPlanted) {
  const auto all = LoadFaults("");
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_GT(all->size(), 100u);
  const auto planted = ReadFile(lab::HomeFolder() + "/tests/faults/faults.def");
  ASSERT_TRUE(planted.ok());
  std::set<std::string> names;
  for (const Fault& fault : *all) {
    EXPECT_NE(planted->find("\"" + fault.name + "\""), std::string::npos) << fault.name;
    EXPECT_FALSE(fault.operators.empty()) << fault.name;
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name << " is there twice";
  }
}

TEST(Faults, AnUnknownOneSuggestsANearOne) {
  const auto none = ChooseFaults("elu-ignores-alfa");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("elu-ignores-alpha"), std::string::npos);
  EXPECT_EQ(ChooseFaults("elu-ignores-alpha")->size(), 1u);
}

TEST(Faults, AToolWithoutTheWorkerIsNotBlamed) {
  Tool tool;
  tool.name = "other";
  SessionOptions options;
  options.folder = testing::TempDir() + "faults_test";
  const auto result = RunOnFaults(tool, {{"elu-ignores-alpha", {"Elu"}}}, options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->scores.at(0).score, Score::kNotSupported);
}

}  // namespace
}  // namespace assay::bugs
