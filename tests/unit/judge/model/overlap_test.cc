#include <gmock/gmock.h>

#include "judge/model/study.h"

namespace assay::judge::model {
namespace {

TEST(Overlap, KeyWordsCarryTheText) {
  EXPECT_THAT(KeyWords("The shapes of float16 tensors, which are the tensor's"),
              testing::ElementsAre("shape", "float16", "tensor"));
}

TEST(Overlap, ShareOfTheReport) {
  EXPECT_DOUBLE_EQ(*ExplanationScore("beta is ignored", "input ignored when beta zero"), 2.0 / 4);
  EXPECT_DOUBLE_EQ(*ExplanationScore("", "beta"), 0);
  EXPECT_FALSE(ExplanationScore("beta", "it is so").has_value());
}

}  // namespace
}  // namespace assay::judge::model
