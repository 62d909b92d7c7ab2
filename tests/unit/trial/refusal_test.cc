#include <gtest/gtest.h>

#include "trial/trial.h"

namespace assay::trial {
namespace {

TEST(Refusal, AnUnknownValueIsNamed) {
  EXPECT_TRUE(RefusesValue("Expected mode to be one of 'a', 'b', got 'xy'", "xy"));
  EXPECT_TRUE(
      RefusesValue("Only \"zeros\" padding mode is supported for ConvTranspose1d", "reflect"));
  EXPECT_TRUE(RefusesValue(
      "Value for attr 'T' of int8 is not in the list of allowed values: half; NodeDef: with shape",
      "int8"));
}

TEST(Refusal, CasesAreNotAboutTheValue) {
  EXPECT_FALSE(RefusesValue("Got 3D input, but bilinear mode needs 4D input", "bilinear"));
  EXPECT_FALSE(RefusesValue("size mismatch, got 3", "xy"));
}

TEST(Refusal, AKeywordIsUnknown) {
  EXPECT_TRUE(RefusesKeyword("broadcast_to() missing 1 required positional arguments: \"size\""));
  EXPECT_TRUE(RefusesKeyword("f() got an unexpected keyword argument 'p'"));
  EXPECT_FALSE(RefusesKeyword("new_ones(): argument 'size' must be tuple of ints, not int"));
}

TEST(Refusal, RangesAndMissingKernels) {
  EXPECT_TRUE(RefusesNumber("p must be between 0 and 1, but got 2"));
  EXPECT_FALSE(RefusesNumber("size mismatch"));
  EXPECT_TRUE(SaysUnsupported("RuntimeError", "\"abs\" not implemented for 'Bool'"));
  EXPECT_TRUE(SaysUnsupported("tf.errors.UnimplementedError", ""));
  EXPECT_FALSE(SaysUnsupported("ValueError", "shapes do not match"));
}

}  // namespace
}  // namespace assay::trial
