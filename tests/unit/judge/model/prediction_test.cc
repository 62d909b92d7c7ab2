#include "judge/model/prediction.h"

#include <gtest/gtest.h>

namespace assay::judge::model {
namespace {

TEST(Prediction, ShapesInOneForm) {
  for (const char* text : {"[2, 3]", "(2,3)", "torch.Size([2, 3])", "2x3", "[2,3,]"})
    EXPECT_EQ(NormalShape(text), "[2, 3]") << text;
  EXPECT_EQ(NormalShape("[]"), "[]");
  EXPECT_EQ(NormalShape("scalar"), "[]");
  for (const char* text : {"", "same as input", "[N, 3]", "(2, ?)"})
    EXPECT_EQ(NormalShape(text), "") << text;
}

TEST(Prediction, TypesInOneForm) {
  EXPECT_EQ(NormalDtype("torch.float32"), "float32");
  EXPECT_EQ(NormalDtype("tf.int64"), "int64");
  EXPECT_EQ(NormalDtype("torch.long"), "int64");
  EXPECT_EQ(NormalDtype("float"), "");
  EXPECT_EQ(NormalDtype("Tensor"), "");
  EXPECT_EQ(NormalException("builtins.ValueError"), "ValueError");
  EXPECT_EQ(NormalException("an error"), "");
}

TEST(Prediction, OnlyWhatTheStatusAllowsCounts) {
  const auto read = ReadPrediction(nlohmann::json::parse(
      R"({"result": {"status": "exception", "exception": "RuntimeError", "shape": "[2]", "dtype": "float32"},
          "score": 95, "final_answer": "true", "explanation": "e", "quote": "q"})"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->result, (Ending{"exception", "RuntimeError", "", ""}));
  EXPECT_EQ(read->AnswerText(), "exception, RuntimeError | true");
  EXPECT_EQ(read->score, 95);
}

TEST(Prediction, AScoreOffTheScaleIsNone) {
  for (const char* score : {"950", "-1", "1e300", "\"95\""}) {
    const auto read = ReadPrediction(nlohmann::json::parse(
        std::string(R"({"result": {"status": "valid"}, "final_answer": "true", "score": )") +
        score + "}"));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->score, 0) << score;
  }
}

TEST(Prediction, AnAnswerWithoutAResultIsNone) {
  EXPECT_FALSE(ReadPrediction(nlohmann::json::parse(R"({"score": 1})")).ok());
  EXPECT_FALSE(ReadPrediction(nlohmann::json()).ok());
}

}  // namespace
}  // namespace assay::judge::model
