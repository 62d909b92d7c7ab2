#include "study/issues/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/issues/labels.h"
#include "study/issues/survey.h"

namespace assay::study {
namespace {

// Fleiss' own example in small: 4 items, 3 raters. P = (1 + 1/3 + 1/3 + 1) / 4 = 2/3, shares 1/2
// and 1/2, so chance is 1/2.
TEST(Fleiss, ByHand) {
  EXPECT_NEAR(FleissKappa({{"a", "a", "a"}, {"a", "a", "b"}, {"b", "b", "a"}, {"b", "b", "b"}}),
              1.0 / 3, 1e-12);
}

TEST(Fleiss, Ends) {
  EXPECT_EQ(FleissKappa({}), 0);
  EXPECT_EQ(FleissKappa({{"a"}}), 0);
  EXPECT_EQ(FleissKappa({{"a", "a"}, {"a", "a"}}), 1);
  EXPECT_LT(FleissKappa({{"a", "b"}, {"b", "a"}}), 0);
}

constexpr const char* kPeople =
    "\xEF\xBB\xBFURL,volunteer_1,volunteer_2,Final_label\r\n"
    "https://tracker/mindspore/mindspore/issues/I65G7B,F1,D2,F1\r\n"
    "https://tracker/pytorch/pytorch/issues/93880,A4,A4,A4\r\n"
    "https://tracker/pytorch/pytorch/issues/93880,A4,A4,A4\r\n";

TEST(Labels, TheStudysOwnForm) {
  const auto labels = ParseLabels(kPeople, "l.csv");
  ASSERT_TRUE(labels.ok()) << labels.error().message;
  ASSERT_EQ(labels->size(), 3u);
  EXPECT_EQ((*labels)[0].id, "I65G7B");
  EXPECT_EQ((*labels)[0].project, "mindspore");
  EXPECT_EQ((*labels)[0].type, "F1");
  EXPECT_THAT((*labels)[0].raters, testing::ElementsAre(testing::Pair("volunteer_1", "F1"),
                                                        testing::Pair("volunteer_2", "D2")));
  const std::vector<Issue> issues = IssuesOf(*labels);
  ASSERT_EQ(issues.size(), 2u);  // one occurs twice
  EXPECT_TRUE(IsHighPriority(issues[0]));
}

TEST(Labels, AColumnOfOtherThingsIsNoRater) {
  const auto labels = ParseLabels("number,type,remark\n7,B1,leaks\n8,B3,B1\n", "l.csv");
  ASSERT_TRUE(labels.ok());
  EXPECT_TRUE((*labels)[1].raters.empty());
}

TEST(Raters, EachPairHasItsKappa) {
  const auto labels = ParseLabels(kPeople, "l.csv");
  const Output out = SurveyIssues(IssuesOf(*labels), Paper());
  // labels, volunteer_1, volunteer_2: nothing was read, so no rule speaks.
  ASSERT_EQ(out.data["kappas"].size(), 3u);
  EXPECT_EQ(out.data["kappas"][0]["raters"], nlohmann::json({"labels", "volunteer_1"}));
  EXPECT_EQ(out.data["kappas"][0]["types"], 1);
  EXPECT_EQ(out.data["kappas"][1]["equal"], 1);
  EXPECT_EQ(out.data["kappa"]["items"], 0);
  EXPECT_EQ(out.data["fleiss"]["all"]["items"], 2);
  EXPECT_EQ(out.data["fleiss"]["pytorch"]["raters"], 2);
  EXPECT_TRUE(out.data["types"].empty());
  EXPECT_EQ(out.data["high_priority"], 2);
}

TEST(Raters, AModelAndAHandAreNotTheSame) {
  Issue issue;
  issue.id = "7";
  issue.title = "Memory leak in cat";
  issue.hand = "B1";
  issue.given = "B1";
  issue.model = "F2";
  const Output out = SurveyIssues({issue}, Paper());
  EXPECT_EQ(out.data["kappas"].size(), 6u);  // rule, hand, labels, model
  EXPECT_EQ(out.data["kappa_given_hand"]["types"], 1);
  EXPECT_EQ(out.data["labelled"][0]["model"], "F2");
  issue.given = "";
  EXPECT_LT(SurveyIssues({issue}, Paper()).data["kappa_given_hand"]["types"], 1);
}

}  // namespace
}  // namespace assay::study
