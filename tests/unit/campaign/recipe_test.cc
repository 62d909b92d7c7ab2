#include "campaign/recipe.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

TEST(Recipe, TextAndBack) {
  const Recipe recipe{"zoo:lenet5-mnist",
                      {{"LA", 1234}, {"transpose-pair", 18446744073709551615u}}};
  EXPECT_EQ(recipe.Text(), "zoo:lenet5-mnist > LA@1234 > transpose-pair@18446744073709551615");
  const auto parsed = Recipe::Parse(recipe.Text());
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(*parsed, recipe);
}

TEST(Recipe, ARootAlone) {
  const auto parsed = Recipe::Parse("file:a net.onnx");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->root, "file:a net.onnx");
  EXPECT_TRUE(parsed->steps.empty());
}

TEST(Recipe, WhatIsNoRecipeIsRefused) {
  for (const char* text : {"", "zoo:x > LA", "zoo:x > LA@", "zoo:x > LA@1x", "zoo:x > @1",
                           "zoo:x > LA@-1", "zoo:x > ", "zoo:x > LA@99999999999999999999"})
    EXPECT_FALSE(Recipe::Parse(text).ok()) << text;
}

}  // namespace
}  // namespace assay::campaign
