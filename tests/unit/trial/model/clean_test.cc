#include <gtest/gtest.h>

#include "trial/model/answer.h"

namespace assay::trial {
namespace {

TEST(Clean, TakesOutWhatGivesTheAnswerAway) {
  EXPECT_EQ(CleanProgram("\"\"\"Crashes (pytorch/pytorch#7).\"\"\"\n"
                         "import torch\n"
                         "# this is the bug\n"
                         "x = torch.ones(2)  # wrong\n"
                         "assert x.sum() == 2, 'sum is wrong'\n"
                         "print('#1', x)\n"),
            "import torch\nx = torch.ones(2)\nassert x.sum() == 2\nprint('#1', x)\n");
}

TEST(Clean, ABodyStaysABody) {
  EXPECT_EQ(CleanProgram("def f():\n    \"\"\"Text.\"\"\"\nf()\n"), "def f():\n    pass\nf()\n");
  EXPECT_EQ(CleanProgram("def f():\n    \"\"\"Text.\"\"\"\n    return 1\n"),
            "def f():\n    return 1\n");
}

TEST(Clean, OfABrokenTextOnlyCommentsGo) {
  EXPECT_EQ(CleanProgram("x = (\n# the answer\n'text'\n"), "x = (\n'text'\n");
}

TEST(Clean, AssertionsWithValuesKeepThem) {
  EXPECT_EQ(CleanProgram("assert not bad, bad\n"), "assert not bad, bad\n");
}

}  // namespace
}  // namespace assay::trial
