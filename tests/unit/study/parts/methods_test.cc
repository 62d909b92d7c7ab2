#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/part.h"

namespace assay::study {
namespace {

nlohmann::json Finding(const char* outcome, int count, int order,
                       const std::vector<std::pair<std::string, std::string>>& defects) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [key, type] : defects) list.push_back({{"key", key}, {"type", type}});
  return {{"outcome", outcome},
          {"count", count},
          {"order", order},
          {"generated", false},
          {"defects", list}};
}

nlohmann::json Method(const std::string& name, nlohmann::json findings) {
  return {{"method", name}, {"cases", 100}, {"cpu_seconds", 10.0}, {"illegal_percent", 0.0},
          {"reported", 50}, {"groups", 3},  {"unconfirmed", 0},    {"findings", findings}};
}

TEST(Methods, CountsUniqueDefectsDuplicatesAndFalseAlarms) {
  Settings settings;
  settings.methods = {"lemon", "assay"};
  Results results;
  results["method-lemon"] =
      Method("lemon", {Finding("defect", 6, 2, {{"k1", "F2"}}),
                       Finding("defect", 2, 1, {{"k1", "F2"}}), Finding("false alarm", 12, 1, {})});
  results["method-assay"] = Method(
      "assay", {Finding("defect", 1, 0, {{"k1", "F2"}}), Finding("defect", 1, 9, {{"k2", "G3"}})});
  nlohmann::json data;
  Chapter chapter;
  FindPart("methods")->present(settings, results, Paper(), data, chapter);
  const nlohmann::json& lemon = data["methods"][0];
  EXPECT_EQ(lemon["unique"], 1);
  EXPECT_EQ(lemon["only_here"], 0);
  EXPECT_EQ(lemon["duplicates"], 7);             // 8 reports of one defect
  EXPECT_EQ(lemon["false_alarms_percent"], 60);  // 12 of 20
  EXPECT_EQ(lemon["orders"], (nlohmann::json{{"1", 1}}));
  const nlohmann::json& assay = data["methods"][1];
  EXPECT_EQ(assay["unique"], 2);
  EXPECT_EQ(assay["only_here"], 1);
  EXPECT_EQ(assay["duplicates"], 0);
  EXPECT_EQ(assay["types"], (nlohmann::json{{"F2", 1}, {"G3", 1}}));
  EXPECT_EQ(assay["orders"], (nlohmann::json{{"0", 1}, {"high", 1}}));
  ASSERT_EQ(chapter.tables.size(), 3u);
  EXPECT_THAT(chapter.plots.at(0).svg, testing::HasSubstr("lemon"));
}

}  // namespace
}  // namespace assay::study
