
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/issues/survey.h"

namespace assay::study {
namespace {

std::vector<Issue> Reports() {
  std::vector<Issue> out(3);
  out[0].id = "7";
  out[0].project = "pytorch";
  out[0].title = "Memory leak in cat";
  out[0].hand = "B1";
  out[1].id = "7";
  out[1].project = "tensorflow";
  out[1].title = "conv2d is slow";
  out[2].id = "8";
  out[2].project = "pytorch";
  out[2].title = "DataLoader deadlock";
  out[2].hand = "B3";
  return out;
}

TEST(Given, JsonAndCsvSayTheSame) {
  for (const char* text : {R"([{"number": 7, "project": "pytorch", "type": "B1"},
                               {"id": "8", "type": "G5"}])",
                           "number,project,type\n7,pytorch,B1\n\"8\",,G5\r\n"}) {
    std::vector<Issue> issues = Reports();
    const auto read = ReadLabels(text, "labels", issues);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, 2u);
    EXPECT_EQ(issues[0].given, "B1");
    EXPECT_EQ(issues[1].given, "");
    EXPECT_EQ(issues[2].given, "G5");
    const Output out = SurveyIssues(issues, Paper());
    EXPECT_EQ(out.data["kappa_given_hand"]["items"], 2);
    EXPECT_EQ(out.data["kappa_rule_given"]["items"], 2);
    EXPECT_LT(out.data["kappa_given_hand"]["types"].get<double>(), 1);
  }
}

TEST(Given, MistakesAreNamed) {
  const auto message = [](const std::string& text) {
    std::vector<Issue> issues = Reports();
    const auto read = ReadLabels(text, "l.csv", issues);
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_THAT(message("number,type\n7,B1\n"), testing::HasSubstr("several projects"));
  EXPECT_THAT(message("number,type\n9,B1\n"), testing::HasSubstr("no issue 9"));
  EXPECT_THAT(message("number,type\n8,X1\n"), testing::HasSubstr("'X1'"));
  EXPECT_THAT(message("a,b\n1,2\n"), testing::HasSubstr("columns number and type"));
  EXPECT_THAT(message("{}"), testing::HasSubstr("expected a list"));
}

}  // namespace
}  // namespace assay::study
