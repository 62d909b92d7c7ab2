#include "optbug/forms/take.h"

#include <gtest/gtest.h>

namespace assay::optbug {
namespace {

TEST(Take, WhatComesBeforeTheOptimisationIsKept) {
  const auto taken = TakeModel(
      "\"\"\"A title.\"\"\"\nimport torch\n\nmodel = torch.nn.Sequential(torch.nn.Linear(4, "
      "2)).eval()\n"
      "x = torch.rand(1, 4)\nfrozen = torch.jit.freeze(torch.jit.script(model))\n"
      "assert torch.equal(frozen(x), model(x))\n",
      "torch");
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->model, "model");
  EXPECT_EQ(taken->inputs, "(x,)");
  EXPECT_EQ(taken->top.find("freeze"), std::string::npos);
  EXPECT_EQ(taken->top.find("A title"), std::string::npos);
}

TEST(Take, AFunctionBecomesAModule) {
  const auto taken = TakeModel(
      "import torch\n\n\ndef half(x):\n    return torch.relu(x) / 2\n\n\nx = torch.ones(3)\n"
      "fast = torch.compile(half)\nprint(fast(x))\n",
      "torch");
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->model, "Whole()");
  EXPECT_NE(taken->top.find("return half(*values)"), std::string::npos);
}

TEST(Take, WhatDoesNotFitIsLeft) {
  EXPECT_FALSE(TakeModel("import torch\nprint(torch.ones(2))\n", "torch").has_value());
  EXPECT_FALSE(TakeModel("def (:\n", "torch").has_value());
}

}  // namespace
}  // namespace assay::optbug
