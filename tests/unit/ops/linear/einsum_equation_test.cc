#include "ops/linear/einsum_equation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::ops {
namespace {

using testing::ElementsAre;

TEST(EinsumEquation, ImplicitOutputIsSortedByAscii) {
  const auto e = ParseEinsum("bA, bc", std::vector<int>{2, 2});
  ASSERT_TRUE(e.ok());
  EXPECT_THAT(e->inputs[0], ElementsAre(0, 1));
  EXPECT_THAT(e->inputs[1], ElementsAre(0, 2));
  EXPECT_THAT(e->output, ElementsAre(1, 2));  // A before c
}

TEST(EinsumEquation, EllipsisAlignsToTheRight) {
  const auto e = ParseEinsum("...i,...i", std::vector<int>{3, 2});
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(e->labels, 3);
  EXPECT_THAT(e->inputs[0], ElementsAre(1, 2, 0));
  EXPECT_THAT(e->inputs[1], ElementsAre(2, 0));
  EXPECT_THAT(e->output, ElementsAre(1, 2));
  EXPECT_EQ(e->letters, 1);
}

TEST(EinsumEquation, SaysWhatIsOpen) {
  EXPECT_EQ(ParseEinsum("ij,...", std::vector<int>{2, 3})->open, "");
  EXPECT_EQ(ParseEinsum("...i,...i", std::vector<int>{3, 3})->open, "");
  EXPECT_EQ(ParseEinsum("...i,...i", std::vector<int>{3, 2})->open, "ellipses of different ranks");
  EXPECT_EQ(ParseEinsum("iJ", std::vector<int>{2})->open, "upper case letters");
}

TEST(EinsumEquation, Refuses) {
  EXPECT_FALSE(ParseEinsum("ij->ik", std::vector<int>{2}).ok());
  EXPECT_FALSE(ParseEinsum("ij->ii", std::vector<int>{2}).ok());
  EXPECT_FALSE(ParseEinsum("ij", std::vector<int>{3}).ok());
  EXPECT_FALSE(ParseEinsum("i..j", std::vector<int>{3}).ok());
  EXPECT_FALSE(ParseEinsum("i,j,", std::vector<int>{1, 1}).ok());
  EXPECT_FALSE(ParseEinsum("i1", std::vector<int>{2}).ok());
}

}  // namespace
}  // namespace assay::ops
