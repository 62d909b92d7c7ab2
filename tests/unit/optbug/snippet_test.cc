#include "optbug/snippet.h"

#include <gmock/gmock.h>

#include "program/parse/program.h"

namespace assay::optbug {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kProgram = R"(
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2, bias=False)

    def forward(self, x):
        return torch.relu(self.fc(x))

x = torch.ones(1, 4, dtype=torch.float16)
scripted = torch.jit.script(Net().half())
scripted(x)
)";

TEST(Snippet, HasItsStructure) {
  Snippet snippet;
  snippet.source = kProgram;
  ASSERT_TRUE(ReadStructure(snippet));
  EXPECT_EQ(snippet.framework, "torch");
  EXPECT_THAT(snippet.optimisers, ElementsAre("torch.jit.script"));
  EXPECT_THAT(snippet.layers, ElementsAre("torch.nn.Linear", "torch.relu"));
  EXPECT_THAT(snippet.types, ElementsAre("torch.Tensor", "torch.float16"));
  EXPECT_THAT(snippet.model, HasSubstr("class Net: torch.nn.Linear(4, 2, bias=False)"));
  EXPECT_EQ(snippet.data, "x = torch.ones(1, 4, dtype=torch.float16)");
  EXPECT_TRUE(snippet.parts.Complete());
}

TEST(Snippet, WithoutAnOptimiserIsNone) {
  Snippet snippet;
  snippet.source = "import torch\ntorch.relu(torch.ones(2))\n";
  EXPECT_FALSE(ReadStructure(snippet));
  snippet.source = "import torch\ntorch.compile((\n";
  EXPECT_FALSE(ReadStructure(snippet));
}

TEST(Snippet, AFunctionOfTheFrameworkIsItsOwnModel) {
  Snippet snippet;
  snippet.source =
      "import torch\nf = torch.compile(torch.matmul)\nf(torch.ones(2, 2), torch.ones(2, 2))\n";
  ASSERT_TRUE(ReadStructure(snippet));
  EXPECT_THAT(snippet.apis(), ElementsAre("torch.matmul", "torch.compile"));
  EXPECT_THAT(snippet.types, testing::Contains("torch.float32"));  // the framework's default
}

TEST(Features, NamesAreResolvedThroughImports) {
  const program::Program program = program::ReadProgram(
      "import torch.nn.functional as F\nimport torch.nn\nfrom torch import jit\n");
  EXPECT_EQ(ResolveName(program, "F.relu"), "torch.nn.functional.relu");
  EXPECT_EQ(ResolveName(program, "torch.int8"), "torch.int8");
  EXPECT_EQ(ResolveName(program, "jit"), "torch.jit");
  EXPECT_EQ(ResolveName(program, "x.y"), "");
  EXPECT_EQ(ResolveName(program, "F.relu(x)"), "");
}

}  // namespace
}  // namespace assay::optbug
