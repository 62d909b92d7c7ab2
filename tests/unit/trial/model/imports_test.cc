#include <gtest/gtest.h>

#include "trial/model/answer.h"

namespace assay::trial {
namespace {

TEST(Imports, AreCompleted) {
  EXPECT_EQ(CompleteImports("x = torch.ones(2)\ny = np.ones(2)\nz = unknown(1)\n"),
            "import numpy as np\nimport torch\nx = torch.ones(2)\ny = np.ones(2)\nz = "
            "unknown(1)\n");
  EXPECT_EQ(CompleteImports("import torch\nx = torch.ones(2)\n"),
            "import torch\nx = torch.ones(2)\n");
  EXPECT_EQ(CompleteImports("torch = 1\nprint(torch)\n"), "torch = 1\nprint(torch)\n");
}

}  // namespace
}  // namespace assay::trial
