#include <gtest/gtest.h>

#include "judge/model/generate.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

TEST(Masks, OneOfEachKind) {
  const auto masks = MakeMasks(kAddmm, AddmmDoc());
  ASSERT_EQ(masks.size(), 4u);
  EXPECT_EQ(masks[0].kind, "argument");
  EXPECT_NE(masks[0].program.find("torch.ones(2, 3), <FILL>)"), std::string::npos);
  EXPECT_EQ(masks[1].kind, "method");
  EXPECT_NE(masks[1].program.find("x = torch.<FILL>(2, 2)"), std::string::npos);
  EXPECT_EQ(masks[2].kind, "prefix");
  EXPECT_EQ(masks[2].program,
            "import torch\n<FILL>\nresult = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2))\n");
  EXPECT_EQ(masks[3].kind, "suffix");
  EXPECT_TRUE(masks[3].program.ends_with("torch.ones(3, 2))\n<FILL>\n"));
  EXPECT_TRUE(MakeMasks("import torch\n", AddmmDoc()).empty());
}

TEST(Masks, OnlyPythonIsFilledIn) {
  const auto masks = MakeMasks(kAddmm, AddmmDoc());
  EXPECT_TRUE(FillMask(masks[1], "zeros").has_value());
  EXPECT_FALSE(FillMask(masks[1], "zeros(((").has_value());
  EXPECT_FALSE(FillMask(masks[1], "  ").has_value());
}

}  // namespace
}  // namespace assay::judge::model
