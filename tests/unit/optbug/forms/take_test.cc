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
  EXPECT_EQ(taken->InputTuple(), "(x,)");
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
  EXPECT_NE(taken->top.find("return half(v0)"), std::string::npos);
}

// The bound names of both programs are the same: those of the inputs give way.
TEST(Take, ModelAndInputsOfTwoProgramsStandTogether) {
  const auto a = TakeModel(
      "import torch\n\nsize = 4\nmodel = torch.nn.Sequential(torch.nn.Linear(size, 2)).eval()\n"
      "x = torch.rand(1, size)\nfrozen = torch.jit.freeze(torch.jit.script(model))\n"
      "print(frozen(x))\n",
      "torch");
  const auto b = TakeModel(
      "import torch\n\n\ndef half(x):\n    return x / 2\n\n\nsize = 8\n"
      "x = torch.zeros(2, size)\nprint(torch.compile(half)(x))\n",
      "torch");
  ASSERT_TRUE(a && b);
  const Taken both = Exchange(*a, *b);
  EXPECT_NE(both.top.find("size = 4"), std::string::npos);
  EXPECT_NE(both.top.find("size_2 = 8"), std::string::npos);
  EXPECT_NE(both.top.find("x = torch.zeros(2, size_2)"), std::string::npos);
  EXPECT_EQ(both.top.find("half"), std::string::npos) << "its model stays behind";
  EXPECT_EQ(both.model, "model");
  const Taken apart = Apart(*a, *b);
  EXPECT_NE(apart.top.find("x_2 = torch.zeros(2, size_2)"), std::string::npos);
  EXPECT_EQ(apart.inputs, std::vector<std::string>{"x_2"});
}

TEST(Take, WhatIsMadeAfterTheOptimisationCountsUnlessItComesOfIt) {
  const auto taken = TakeModel(
      "import torch\nfrom torch.nn.utils import prune\n\n"
      "model = torch.nn.Sequential(torch.nn.Linear(6, 2))\n"
      "prune.l1_unstructured(model[0], 'weight', amount=0.5)\nx = torch.rand(3, 6)\n"
      "print(model(x))\n",
      "torch");
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->inputs, std::vector<std::string>{"x"});
  EXPECT_EQ(taken->top.find("l1_unstructured"), std::string::npos);
}

TEST(Take, WhatDoesNotFitIsLeft) {
  EXPECT_FALSE(TakeModel("import torch\nprint(torch.ones(2))\n", "torch").has_value());
  EXPECT_FALSE(TakeModel("def (:\n", "torch").has_value());
}

}  // namespace
}  // namespace assay::optbug
