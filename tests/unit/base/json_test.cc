#include "base/json.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ParseJson, DepthHasALimit) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + "1" + std::string(depth, ']');
  };
  EXPECT_FALSE(ParseJson(nested(kDeepestJson)).is_discarded());
  EXPECT_TRUE(ParseJson(nested(kDeepestJson + 1)).is_discarded());
  EXPECT_TRUE(ParseJson(std::string(3000000, '[')).is_discarded());
  EXPECT_TRUE(ParseJson(nested(3), 2).is_discarded());
}

TEST(ParseJson, BracketsInTextsDoNotCount) {
  EXPECT_EQ(ParseJson(R"({"a": "[[[\"[["})", 1)["a"], "[[[\"[[");
}

TEST(ParseJson, MarkOfUtf8) { EXPECT_EQ(ParseJson("\xEF\xBB\xBF{\"a\": 1}")["a"], 1); }

TEST(ParseJson, NoJson) { EXPECT_TRUE(ParseJson("{\"a\": ").is_discarded()); }

}  // namespace
}  // namespace assay
