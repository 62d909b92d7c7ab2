#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "study/part.h"

namespace assay::study {
namespace {

TEST(Defects, EachIsPlantedAndInThePapersTable) {
  const auto planted = ReadFile(lab::HomeFolder() + "/tests/faults/study_faults.def");
  ASSERT_TRUE(planted.ok());
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  int id = 0;
  for (const std::string& name : QuickSettings().defects) {
    EXPECT_THAT(*planted, testing::HasSubstr(StrCat("\"", name, "\"")));
    ASSERT_TRUE(paper->defects.contains(name)) << name;
    EXPECT_EQ(paper->defects.at(name).id, ++id);
    EXPECT_FALSE(paper->defects.at(name).type.empty());
  }
  EXPECT_EQ(id, 7);
}

TEST(Defects, TheRelu6DefectsStandThereLiterallyToo) {
  Settings settings = QuickSettings();
  settings.methods = {"comet"};
  const auto cells = FindPart("defects")->cells(settings);
  for (const char* name : {"defect-relu6-of-nan-is-zero-comet", "defect-relu6-of-nan-is-six-comet"})
    EXPECT_EQ(std::ranges::count(cells, name, &Cell::name), 1) << name;
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  EXPECT_EQ(paper->defects.at("relu6-of-nan-is-six").id, 2);
}

nlohmann::json Searched(bool found, nlohmann::json findings) {
  return {{"found", found}, {"cpu_seconds", 2.5}, {"cases", 40}, {"findings", findings}};
}

TEST(Defects, TellWhoFoundThemAndFalseAlarms) {
  Settings settings;
  settings.methods = {"lemon", "comet", "assay"};
  settings.defects = {"pad-cannot-allocate"};
  Results results;
  results["defect-pad-cannot-allocate-lemon"] =
      Searched(false, {{{"kind", "d-mad"}, {"outcome", "false alarm"}}});
  results["defect-pad-cannot-allocate-comet"] = {{"skipped", "no worker"}};
  results["defect-pad-cannot-allocate-assay"] =
      Searched(true, {{{"kind", "crash"}, {"outcome", "defect"}}});
  Paper paper;
  paper.defects["pad-cannot-allocate"] = {6, "Pad fails", "B1", true};
  nlohmann::json data;
  Chapter chapter;
  FindPart("defects")->present(settings, results, paper, data, chapter);
  const nlohmann::json& methods = data["defects"][0]["methods"];
  EXPECT_EQ(methods[0]["found"], false);
  EXPECT_EQ(methods[0]["false_alarms"], 1);
  EXPECT_EQ(methods[1]["skipped"], "no worker");
  EXPECT_EQ(methods[2]["kind"], "crash");
  EXPECT_THAT(chapter.tables.at(0).rows.at(0),
              testing::ElementsAre("6", "Pad fails", "B1", "pad-cannot-allocate", "- (1 false)",
                                   "no worker", "crash, 2.5 s"));
}

}  // namespace
}  // namespace assay::study
