#include "judge/model/change.h"

#include <gtest/gtest.h>

#include "casebook/labels.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

std::string LabelOf(const std::string& changed, const std::string& parameter = "beta",
                    const std::string& original = kAddmm) {
  const ChangeCheck check = CheckChange(original, changed, AddmmDoc(), parameter);
  EXPECT_TRUE(check.label.empty() || casebook::FindLabel(check.label).ok()) << check.label;
  return check.label;
}

const std::string kHead = "import torch\nx = torch.ones(2, 2)\n";

TEST(Change, OneArgumentIsRight) {
  EXPECT_EQ(
      LabelOf(kHead + "result = torch.addmm(x, torch.ones(2,3), torch.ones(3, 2), beta = 0)\n"),
      "");
  const ChangeCheck check =
      CheckChange(kAddmm,
                  "import torch\nx = torch.zeros(2, 2)\n"
                  "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2))\n",
                  AddmmDoc(), "input");
  EXPECT_EQ(check.label, "") << check.detail;  // through the variable that is passed
  EXPECT_EQ(check.after, "torch.zeros(2,2)");
}

TEST(Change, NoChange) {
  EXPECT_EQ(LabelOf(kAddmm), "no-change");
  EXPECT_EQ(LabelOf(std::string("# beta is 0 now\n") + kAddmm), "no-change");
}

TEST(Change, MoreOrLess) {
  EXPECT_EQ(LabelOf(kHead + "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2), beta=0, "
                            "alpha=2)\n"),
            "changed-more-or-less");
  EXPECT_EQ(LabelOf(kHead + "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2), "
                            "alpha=2)\n"),
            "changed-more-or-less");
  EXPECT_EQ(LabelOf("import torch\nx = torch.ones(3, 2)\n"
                    "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2), beta=0)\n"),
            "changed-more-or-less");
  EXPECT_EQ(LabelOf(std::string(kAddmm) + "print(result)\n"), "changed-more-or-less");
  // Another variable than the one that is passed.
  EXPECT_EQ(LabelOf("import torch\nx = torch.zeros(2, 2)\n"
                    "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2))\n",
                    "mat1"),
            "changed-more-or-less");
}

TEST(Change, ImportsMessAndCalls) {
  const std::string call = "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2), beta=0)\n";
  EXPECT_EQ(LabelOf("import numpy\n" + kHead + call), "import-deleted-or-added");
  EXPECT_EQ(LabelOf("x = torch.ones(2, 2)\n" + call), "import-deleted-or-added");
  EXPECT_EQ(LabelOf(kHead + "result = torch.addmm(x, , ((\n"), "messy-codes");
  EXPECT_EQ(LabelOf(kHead + "result = torch.mm(x, x)\n"), "no-this-api");
  EXPECT_EQ(LabelOf(kHead + call + call), "multi-api");
  EXPECT_EQ(LabelOf(kHead + call, "beta", "import torch\n"), "no-this-api");
  EXPECT_EQ(LabelOf(kHead + call, "beta", std::string(kAddmm) + call), "multi-api");
}

TEST(Change, AParameterThatIsThereAlready) {
  EXPECT_EQ(LabelOf(kHead + "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2), "
                            "input=x)\n",
                    "input"),
            "existed-parameter-added");
}

}  // namespace
}  // namespace assay::judge::model
