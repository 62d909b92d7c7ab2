#include "optbug/forms/slice.h"

#include <gtest/gtest.h>

namespace assay::optbug {
namespace {

constexpr const char* kSliced =
    "\"\"\"A title.\"\"\"\nimport torch\n\ntorch.manual_seed(0)\nwidth = 4\n"
    "net = torch.nn.Linear(width, 2)\nother = 7\nnet.weight.data.fill_(1.0)\n"
    "fast = torch.compile(net)\nx = torch.rand(1, width)\ny = fast(x)\n"
    "print(y)\nassert y.shape == (1, 2)\n";

struct SlicedProgram {
  program::Program program = program::ReadProgram(kSliced);
  program::Decomposition parts = program::Decompose(program);
  Slicer slicer{program, parts};
};

TEST(Slice, OnlyWhatAnExpressionNeedsInTheOrderOfTheProgram) {
  const SlicedProgram read;
  EXPECT_EQ(read.slicer.Slice({"net"}),
            "import torch\ntorch.manual_seed(0)\nwidth = 4\nnet = torch.nn.Linear(width, 2)\n"
            "net.weight.data.fill_(1.0)\n");
  EXPECT_EQ(read.slicer.Slice({"x"}),
            "import torch\ntorch.manual_seed(0)\nwidth = 4\nx = torch.rand(1, width)\n");
}

TEST(Slice, WhatAnOptimiserGaveIsNeverPartOfIt) {
  const SlicedProgram read;
  EXPECT_FALSE(read.slicer.Slice({"fast"}).has_value());
  EXPECT_FALSE(read.slicer.Slice({"y + 1"}).has_value());
  EXPECT_FALSE(read.slicer.Slice({"nobody"}).has_value());
}

TEST(Slice, ADecoratorThatOptimisesIsTakenOff) {
  const program::Program program = program::ReadProgram(
      "import torch\n\n\n@torch.compile\ndef half(x):\n    return x / "
      "2\n\n\nhalf(torch.ones(2))\n");
  const Slicer slicer(program, program::Decompose(program));
  EXPECT_EQ(slicer.Slice({"half"}), "import torch\ndef half(x):\n    return x / 2\n");
}

TEST(Slice, OtherNamesLeaveAttributesAndKeywordsAlone) {
  EXPECT_EQ(Renamed("x = f(x=1, y=x.x)\n", {"x"}), "x_2 = f(x=1, y=x_2.x)\n");
  EXPECT_EQ(BoundIn("import a\nb, c = 1, 2\n\n\ndef d(e):\n    f = e\n"),
            (std::set<std::string>{"b", "c", "d"}));
}

}  // namespace
}  // namespace assay::optbug
