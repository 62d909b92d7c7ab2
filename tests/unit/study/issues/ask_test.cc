#include <gtest/gtest.h>

#include "study/issues/survey.h"

namespace assay::study {
namespace {

TEST(AskForLabel, PromptAndAnswer) {
  Issue issue;
  issue.id = "7";
  issue.title = "Training hangs";
  issue.body = "After an epoch all workers wait for a lock.";
  const auto prompt = LabelPrompt(issue);
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  EXPECT_NE(prompt->messages.back().text.find("- B3: "), std::string::npos);
  EXPECT_NE(prompt->messages.back().text.find(issue.body), std::string::npos);
  const auto take = [&](const char* answer) {
    return TakeLabel(nlohmann::json::parse(answer), issue).ok();
  };
  EXPECT_FALSE(take(R"({"sentence": "training hangs", "category": "Z9"})"));
  EXPECT_FALSE(take(R"({"sentence": "it is slow today", "category": "B3"})"));
  EXPECT_EQ(issue.model, "");
  EXPECT_TRUE(take(R"({"sentence": "all workers wait for a lock", "category": "B3"})"));
  EXPECT_EQ(issue.model, "B3");
  EXPECT_EQ(issue.given, "");  // other people's
}

}  // namespace
}  // namespace assay::study
