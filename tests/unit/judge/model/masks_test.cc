#include "judge/model/masks.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

std::string Masked(std::string_view kind, const std::string& program) {
  Rng rng(1);
  const auto mask = MakeMask(kind, program, AddmmDoc(), rng);
  return mask ? mask->program : "";
}

TEST(Masks, EveryOperatorLeavesAHole) {
  for (const std::string_view kind : MaskOperators())
    EXPECT_NE(Masked(kind, kAddmm).find(kHole), std::string::npos) << kind;
  EXPECT_EQ(Masked("no-such", kAddmm), "");
}

TEST(Masks, WhereTheHolesAre) {
  EXPECT_NE(Masked("keyword", kAddmm).find("torch.ones(3, 2), <FILL>)"), std::string::npos);
  EXPECT_NE(Masked("method", kAddmm).find("torch.<FILL>("), std::string::npos);
  EXPECT_EQ(Masked("prefix", kAddmm),
            "import torch\n<FILL>\nresult = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2))\n");
  EXPECT_EQ(Masked("prefix-argument", kAddmm),
            "import torch\n<FILL>\nresult = torch.addmm(<FILL>)\n");
  EXPECT_TRUE(Masked("suffix", kAddmm).ends_with("torch.ones(3, 2))\n<FILL>\n"));
  EXPECT_TRUE(Masked("suffix-argument", kAddmm).ends_with("torch.addmm(<FILL>)\n<FILL>\n"));
  EXPECT_EQ(Masked("argument", "import torch\n"), "");
}

TEST(Masks, ANameThatNothingElseFitsIsNotAskedFor) {
  EXPECT_EQ(Masked("method",
                   "import torch\ntorch.manual_seed(0)\nx = torch.tensor([[1.0]])\n"
                   "result = torch.addmm(x, x, x)\n"),
            "");
  EXPECT_NE(Masked("method",
                   "import torch\ntorch.manual_seed(0)\nx = torch.ones(1, 1)\n"
                   "result = torch.addmm(x, x, x)\n")
                .find("x = torch.<FILL>(1, 1)"),
            std::string::npos);
}

TEST(Masks, OnlyPythonIsFilledIn) {
  Rng rng(1);
  const auto one = MakeMask("method", kAddmm, AddmmDoc(), rng);
  ASSERT_TRUE(one.has_value());
  EXPECT_TRUE(FillMask(*one, "zeros").has_value());
  EXPECT_FALSE(FillMask(*one, "zeros(((").has_value());
  EXPECT_FALSE(FillMask(*one, "  ").has_value());
  EXPECT_FALSE(FillMask(*one, "a\n<FILL>\nb").has_value());  // one hole, two parts
}

TEST(Masks, TwoHolesTakeTwoParts) {
  Rng rng(1);
  const auto two = MakeMask("prefix-argument", kAddmm, AddmmDoc(), rng);
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ(FillMask(*two, "m = torch.eye(2)\n<FILL>\nm, m, m"),
            "import torch\nm = torch.eye(2)\nresult = torch.addmm(m, m, m)\n");
  EXPECT_FALSE(FillMask(*two, "m = torch.eye(2)").has_value());
}

}  // namespace
}  // namespace assay::judge::model
