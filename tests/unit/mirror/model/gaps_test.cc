#include <gtest/gtest.h>

#include "mirror/model/carry.h"

namespace assay::mirror {
namespace {

constexpr const char* kDraft =
    "import jax.numpy as jnp\n"
    "import torch\n"
    "from torch.special import entr\n"
    "\n"
    "\n"
    "class Net:\n"
    "    def run(self, x):\n"
    "        y = torch.foo(x)\n"
    "        return y\n"
    "\n"
    "x = jnp.ones(2)\n"
    "z = x.mystery(1)\n"
    "print(jnp.sum(z), z.shape)\n"
    "w = entr(z)\n";

const std::vector<Left> kLeft = {{.line = 5, .api = "torch.foo", .why = ""},
                                 {.line = 9, .api = "torch.Tensor.mystery", .why = ""}};

TEST(Gaps, AreTheStatementsOfTheOtherFramework) {
  const auto gaps = FindGaps(kDraft, kLeft, "torch");
  ASSERT_EQ(gaps.size(), 3u);
  EXPECT_EQ(gaps[0].text, "y = torch.foo(x)");
  EXPECT_EQ(gaps[0].column, 8);
  EXPECT_EQ(gaps[1].text, "z = x.mystery(1)");
  EXPECT_EQ(gaps[2].text, "w = entr(z)");
}

TEST(Gaps, AHeadTakesItsBodyAlong) {
  const auto gaps = FindGaps(
      "import torch\nwith torch.no_grad():\n    x = 1\n    y = 2\nfor i in range(2):\n    z = i\n",
      {}, "torch");
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].text, "with torch.no_grad():\n    x = 1\n    y = 2");
}

TEST(Gaps, NamesInOtherPlacesAreNone) {
  EXPECT_TRUE(
      FindGaps("import torch\nx = f(torch=1)\ny = x.torch\ns = \"torch.foo\"\n", {}, "torch")
          .empty());
}

TEST(Gaps, AreFilledAtTheirPlace) {
  const auto gaps = FindGaps(kDraft, kLeft, "torch");
  const std::string out = FillGaps(
      kDraft, gaps,
      {{1, "a = jnp.abs(x)\nif True:\n    y = a\n"}, {2, "z = x * 1"}, {3, "w = -z"}, {9, "no"}},
      "torch");
  EXPECT_NE(out.find("    def run(self, x):\n        a = jnp.abs(x)\n        if True:\n"
                     "            y = a\n        return y\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("z = x * 1\nprint(jnp.sum(z), z.shape)\nw = -z\n"), std::string::npos) << out;
  EXPECT_EQ(out.find("torch"), std::string::npos) << out;
}

TEST(Gaps, WhatIsNotFilledKeepsItsImport) {
  const auto gaps = FindGaps(kDraft, kLeft, "torch");
  const std::string out = FillGaps(kDraft, gaps, {{3, "w = -z"}}, "torch");
  EXPECT_NE(out.find("import torch\n"), std::string::npos);
  EXPECT_EQ(out.find("entr"), std::string::npos);
}

}  // namespace
}  // namespace assay::mirror
