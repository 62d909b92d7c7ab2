#include "base/strings.h"

#include <gtest/gtest.h>

#include <charconv>
#include <limits>

#include "base/hash.h"
#include "base/rng.h"

namespace assay {
namespace {

TEST(Strings, StrCatGluesAnything) {
  EXPECT_EQ(StrCat("a", 1, 'b', 2.5, std::string("c")), "a1b2.5c");
}

TEST(Strings, SplitKeepsEmptyParts) {
  EXPECT_EQ(Split("a,,b,", ','), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_EQ(Split("", ','), std::vector<std::string>{""});
}

TEST(Strings, JoinPutsSeparatorsBetween) {
  EXPECT_EQ(Join(std::vector<int>{1, 2, 3}, ", "), "1, 2, 3");
  EXPECT_EQ(Join(std::vector<int>{}, ", "), "");
}

TEST(Strings, EditDistance) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("abc", ""), 3);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("sitting", "kitten"), 3);
}

TEST(Strings, NearestSuggestsOnlyWhatIsNear) {
  const std::vector<std::string> known{"reference", "onnxruntime", "torch"};
  EXPECT_EQ(Nearest("torhc", known), "torch");
  EXPECT_EQ(Nearest("refrence", known), "reference");
  EXPECT_EQ(Nearest("jax", known), "");
  EXPECT_EQ(Nearest("x", {}), "");
}

TEST(Strings, GlobMatch) {
  EXPECT_TRUE(GlobMatch("test_*_cpu", "test_add_cpu"));
  EXPECT_TRUE(GlobMatch("*", ""));
  EXPECT_TRUE(GlobMatch("a?c", "abc"));
  EXPECT_TRUE(GlobMatch("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(GlobMatch("a?c", "ac"));
  EXPECT_FALSE(GlobMatch("", "a"));
  EXPECT_FALSE(GlobMatch("*b", "abc"));
}

TEST(Strings, GlobStarMatchesATextThatStartsWithAStar) {
  EXPECT_TRUE(GlobMatch("*", "*ab"));
  EXPECT_TRUE(GlobMatch("*b", "*ab"));
}

TEST(Strings, FormatDoubleIsShortAndExact) {
  EXPECT_EQ(FormatDouble(0.1), "0.1");
  EXPECT_EQ(FormatDouble(1), "1");
  EXPECT_EQ(FormatDouble(-0.0), "-0");
  EXPECT_EQ(FormatDouble(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(FormatDouble(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(FormatDouble(std::numeric_limits<double>::quiet_NaN()), "nan");
  for (const double value : {5e-324, 1.7976931348623157e308, 0.1 + 0.2, -123456789.0}) {
    const std::string text = FormatDouble(value);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    EXPECT_EQ(back, value);
  }
}

TEST(Hash, DependsOnEveryByteTheLengthAndTheSeed) {
  const std::string text = "0123456789abcdefghi";
  EXPECT_EQ(HashBytes(text), HashBytes(text));
  for (size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] ^= 1;
    EXPECT_NE(HashBytes(changed), HashBytes(text)) << i;
  }
  EXPECT_NE(HashBytes(std::string_view("\0", 1)), HashBytes(""));
  EXPECT_NE(HashBytes("a", 1), HashBytes("a", 2));
  EXPECT_NE(HashCombine(1, 2), HashCombine(2, 1));
}

}  // namespace
}  // namespace assay
