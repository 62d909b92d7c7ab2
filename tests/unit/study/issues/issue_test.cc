#include "study/issues/issue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::study {
namespace {

TEST(Issues, ReadsWhatTrackersGiveOut) {
  const auto issues = ReadIssues(
      R"([{"number": 7, "title": "A", "body": null, "labels": [{"name": "High Priority"}],
           "html_url": "https://github.com/pytorch/pytorch/issues/7"},
          {"title": "B", "labels": ["type:bug"], "project": "TensorFlow", "type": "B1"},
          {"title": "C", "pull_request": {}}])",
      "f.json");
  ASSERT_TRUE(issues.ok());
  ASSERT_EQ(issues->size(), 2u);
  EXPECT_EQ((*issues)[0].project, "pytorch");
  EXPECT_EQ((*issues)[0].id, "7");
  EXPECT_THAT((*issues)[0].labels, testing::ElementsAre("high priority"));
  EXPECT_EQ((*issues)[1].project, "tensorflow");
  EXPECT_EQ((*issues)[1].hand, "B1");
}

TEST(Issues, ATypeOfTheTrackersOwnIsNoHandLabel) {
  const auto issues = ReadIssues(R"([{"title": "A", "type": {"name": "Bug"}}])", "f");
  ASSERT_TRUE(issues.ok());
  EXPECT_EQ((*issues)[0].hand, "");
}

TEST(Issues, TheListMayBeWrapped) {
  EXPECT_EQ(ReadIssues(R"({"items": [{"title": "A"}]})", "f")->size(), 1u);
}

TEST(Issues, MistakesAreNamed) {
  EXPECT_THAT(ReadIssues("[", "f.json").error().message, testing::HasSubstr("f.json"));
  EXPECT_THAT(ReadIssues("{}", "f.json").error().message, testing::HasSubstr("\"issues\""));
  EXPECT_THAT(ReadIssues(R"([{"title": "A"}, {}])", "f.json").error().message,
              testing::HasSubstr("entry 1"));
  EXPECT_THAT(ReadIssues(R"([{"title": "A", "type": "ZZ"}])", "f.json").error().message,
              testing::HasSubstr("ZZ"));
}

}  // namespace
}  // namespace assay::study
