#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "study/issues/issue.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

Labelled Of(const std::string& title, const std::string& body = "") {
  Issue issue;
  issue.title = title;
  issue.body = body;
  return LabelByRule(issue);
}

TEST(Label, EveryTypeOfTheStudyHasPhrasesAndNoOtherHas) {
  std::set<std::string_view> types, known;
  for (const PhrasesDef& def : AllPhrases()) types.insert(def.type);
  for (const triage::StudyClass& type : triage::AllStudyClasses()) known.insert(type.id);
  EXPECT_EQ(types, known);
}

TEST(Label, PhrasesAreWholeWords) {
  EXPECT_TRUE(Occurs("it hangs.", "hangs"));
  EXPECT_FALSE(Occurs("the changes", "hangs"));
  EXPECT_FALSE(Occurs("nan_to_num", "nan"));
  EXPECT_TRUE(Occurs("nan, nan_to_num", "nan"));
}

TEST(Label, TheTitleCountsMore) {
  EXPECT_EQ(Of("Memory leak in conv2d", "It is also slow").type, "B1");
  EXPECT_EQ(Of("conv2d is slow", "perhaps a memory leak").type, "E1");
}

TEST(Label, SaysWhyAndWhenItDoesNotKnow) {
  const Labelled hang = Of("DataLoader deadlock");
  EXPECT_EQ(hang.type, "B3");
  EXPECT_THAT(hang.because, testing::Contains("deadlock"));
  EXPECT_EQ(Of("qwerty").type, "-");
}

}  // namespace
}  // namespace assay::study
