#include <gtest/gtest.h>

#include "program/lab/status.h"

namespace assay::program {
namespace {

TEST(OneLine, BreaksBecomeBlanks) { EXPECT_EQ(OneLine("a\r\n\tb\nc  d"), "a b c  d"); }

TEST(OneLine, CutBetweenCharacters) {
  EXPECT_EQ(OneLine(std::string(1000, 'x')).size(), 400U);
  const std::string cut = OneLine(std::string(399, 'x') + "é and more");
  EXPECT_EQ(cut, std::string(399, 'x') + "é");
}

}  // namespace
}  // namespace assay::program
