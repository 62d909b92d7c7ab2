#include "judge/model/study_labels.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace assay::judge::model {
namespace {

Result<StudyLabels> Read(const std::string& text) {
  const std::string path = testing::TempDir() + "/assay-study-labels.csv";
  EXPECT_TRUE(WriteFile(path, text).ok());
  return ReadStudyLabels(path);
}

StudyLabel Says(const char* id, const char* labeller, bool right) {
  return {id, labeller, right, right, ""};
}

TEST(StudyLabels, TheFormIsReadBackWhenFilledIn) {
  const std::string form =
      LabelForm({{"a", "torch.relu", "valid", "valid | true", "95", "so, \"it\" is"}});
  const auto blank = Read(form);
  ASSERT_TRUE(blank.ok()) << blank.error().message;
  EXPECT_TRUE(blank->rows.empty());
  const auto out = Read(
      "id,labeller,explanation,score,kind\n\"a, "
      "b\",one,right,wrong,type-misunderstand\nc,two,right,right,\n");
  ASSERT_TRUE(out.ok()) << out.error().message;
  ASSERT_EQ(out->rows.size(), 2u);
  EXPECT_EQ(out->rows[0].id, "a, b");
  EXPECT_FALSE(out->rows[0].right());
  EXPECT_TRUE(out->rows[1].right());
  EXPECT_EQ(LabelledKinds(*out).at("type-misunderstand"), 1u);
}

TEST(StudyLabels, MistakesAreNamedByLine) {
  const auto message = [](const std::string& text) {
    const auto out = Read(text);
    return out.ok() ? std::string() : out.error().message;
  };
  const std::string head = "id,labeller,explanation,score,kind\n";
  EXPECT_NE(message("id,who\n").find(":1: there is no column 'labeller'"), std::string::npos);
  EXPECT_NE(message(head + "a,one,right,perhaps,\n").find(":2: 'perhaps' is neither"),
            std::string::npos);
  EXPECT_NE(message(head + "a,one,right,right,\na,one,right,right,\n")
                .find(":3: one has labelled a before"),
            std::string::npos);
  EXPECT_NE(message(head + "a,one,wrong,right,nonsense\n").find(":2: "), std::string::npos);
  EXPECT_NE(message(head + "a,one,wrong,right,true\n").find("is no detail"), std::string::npos);
  EXPECT_NE(message(head + ",one,wrong,right,\n").find(":2: a label needs"), std::string::npos);
}

TEST(StudyLabels, KappaIsAgreementBeyondChance) {
  EXPECT_EQ(KappaOf({Says("a", "x", true)}).cases, 0u);
  const Agreed same = KappaOf(
      {Says("a", "x", true), Says("a", "y", true), Says("b", "x", false), Says("b", "y", false)});
  EXPECT_EQ(same.cases, 2u);
  EXPECT_DOUBLE_EQ(same.kappa, 1);
  // 20 both right, 5 only the first, 10 only the second, 15 both wrong: kappa 0.4 by hand.
  std::vector<StudyLabel> labels;
  std::vector<std::string> ids;
  for (int i = 0; i < 50; ++i) ids.push_back(std::to_string(i));
  for (int i = 0; i < 50; ++i) {
    labels.push_back(Says(ids[i].c_str(), "x", i < 25));
    labels.push_back(Says(ids[i].c_str(), "y", i < 20 || (i >= 25 && i < 35)));
  }
  EXPECT_NEAR(KappaOf(labels).kappa, 0.4, 1e-9);
  const auto out = LabelsJson({labels, {}}, ids);
  EXPECT_EQ(out["right"], 20);
  EXPECT_EQ(out["split"], 15);
  EXPECT_NEAR(out["accuracy"].get<double>(), 20.0 / 35, 1e-9);
  EXPECT_EQ(LabelsJson({labels, {}}, {})["unknown"], 100);
}

}  // namespace
}  // namespace assay::judge::model
