#include "trial/model/answer.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

TEST(ProgramOfAnswer, FindsTheProgram) {
  EXPECT_EQ(ProgramOfAnswer("Here:\n```python\nx = 1\n```\nDone."), "x = 1\n");
  EXPECT_EQ(ProgramOfAnswer("x = 1\n"), "x = 1\n");
  EXPECT_EQ(ProgramOfAnswer("```python\nx = 1\n# And a similar bug of PyTorch\nx = 2\n```"),
            "x = 1\n");
  EXPECT_EQ(ProgramOfAnswer("Here it is:\nimport torch\n"), "import torch\n");
}

}  // namespace
}  // namespace assay::trial
