#include "study/issues/survey.h"

#include <gtest/gtest.h>

namespace assay::study {
namespace {

Issue Report(const std::string& project, const std::string& title, std::vector<std::string> labels,
             const std::string& hand) {
  Issue out;
  out.project = project;
  out.title = title;
  out.labels = std::move(labels);
  out.hand = hand;
  return out;
}

TEST(Survey, CountsTypesOfHighPriorityOnlyAndAgreementOfAll) {
  const Output out = SurveyIssues({Report("pytorch", "Memory leak in cat", {"high priority"}, "B1"),
                                   Report("pytorch", "DataLoader deadlock", {}, "B3"),
                                   Report("tensorflow", "conv2d is slow", {"type:bug"}, "F1")},
                                  Paper());
  EXPECT_EQ(out.data["issues"], 3);
  EXPECT_EQ(out.data["high_priority"], 2);
  EXPECT_EQ(out.data["types"], (nlohmann::json{{"B1", 1}, {"E1", 1}}));
  EXPECT_EQ(out.data["majors"], (nlohmann::json{{"B", 1}, {"E", 1}}));
  EXPECT_EQ(out.data["projects"]["pytorch"]["issues"], 2);
  EXPECT_EQ(out.data["kappa"]["items"], 3);
  // Two of three equal; chance: the rules say B1, B3, E1, people B1, B3, F1: 2/9.
  EXPECT_NEAR(out.data["kappa"]["types"].get<double>(), (2.0 / 3 - 2.0 / 9) / (1 - 2.0 / 9), 1e-9);
  EXPECT_EQ(out.chapters.at(0).tables.size(), 4u);
  // Of the two of high priority one is B1, one of performance, none of accuracy.
  EXPECT_EQ(out.data["findings"]["rule"]["most"], "B1");
  EXPECT_EQ(out.data["findings"]["rule"]["holds"], nlohmann::json({true, true, false}));
}

TEST(Survey, NoIssuesGiveEmptyTables) {
  const Output out = SurveyIssues({}, Paper());
  EXPECT_EQ(out.data["issues"], 0);
  EXPECT_TRUE(out.data["projects"].is_object());
}

}  // namespace
}  // namespace assay::study
