#include "program/parse/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::program::program_test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::vector<std::string> Apis(const std::string& text) {
  std::vector<std::string> out;
  for (const Call& call : ReadProgram(text).calls) out.push_back(call.api);
  return out;
}

TEST(Program, ImportsGiveFullNames) {
  EXPECT_THAT(Apis("import torch.nn.functional as F\nF.relu(1)\n"),
              ElementsAre("torch.nn.functional.relu"));
  EXPECT_THAT(Apis("from torch.nn import functional as F, Linear\nF.relu(Linear(2, 3))\n"),
              ElementsAre("torch.nn.Linear", "torch.nn.functional.relu"));
  EXPECT_THAT(Apis("import torch.nn\ntorch.nn.ReLU()\n"), ElementsAre("torch.nn.ReLU"));
  EXPECT_THAT(Apis("import tensorflow as tf\ntf.nn.relu(0)\n"), ElementsAre("tensorflow.nn.relu"));
}

TEST(Program, ReassignmentsAreFollowed) {
  EXPECT_THAT(Apis("import torch\nF = torch.nn.functional\nf = F.relu\nf(1)\n"),
              ElementsAre("torch.nn.functional.relu"));
}

TEST(Program, MethodsOfTensors) {
  EXPECT_THAT(Apis("import torch\nx = torch.ones(2)\nx.relu()\n"),
              ElementsAre("torch.ones", "torch.Tensor.relu"));
  EXPECT_THAT(Apis("import torch\ny = (torch.ones(2) + 1).T\ny.sum().item()\n"),
              ElementsAre("torch.ones", "torch.Tensor.sum", "torch.Tensor.item"));
  EXPECT_THAT(Apis("import jax.numpy as jnp\njnp.ones(2).sum()\n"),
              ElementsAre("jax.numpy.ones", "jax.Array.sum"));
}

TEST(Program, LayersOfAModel) {
  const Program program = ReadProgram(R"(
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3, bias=False)
    def forward(self, x):
        return self.fc(x)
net = Net()
net.eval()
)");
  ASSERT_THAT(program.definitions, SizeIs(3));
  EXPECT_EQ(program.definitions[0].name, "Net");
  EXPECT_THAT(program.definitions[0].bases, ElementsAre("torch.nn.Module"));
  EXPECT_EQ(program.definitions[2].name, "Net.forward");
  EXPECT_THAT(program.definitions[2].parameters, ElementsAre("self", "x"));
  const auto linear = std::find_if(program.calls.begin(), program.calls.end(),
                                   [](const Call& c) { return c.api == "torch.nn.Linear"; });
  ASSERT_NE(linear, program.calls.end());
  EXPECT_EQ(linear->inside, "Net.__init__");
  EXPECT_EQ(linear->assigned, "self.fc");
  ASSERT_THAT(linear->arguments, SizeIs(3));
  EXPECT_EQ(linear->arguments[0].text, "2");
  EXPECT_EQ(linear->arguments[2].keyword, "bias");
  EXPECT_EQ(linear->Find("bias")->text, "False");
  EXPECT_EQ(linear->line, 7);
  const auto inner = std::find_if(program.calls.begin(), program.calls.end(),
                                  [](const Call& c) { return c.written == "self.fc"; });
  ASSERT_NE(inner, program.calls.end());
  EXPECT_EQ(inner->api, "torch.nn.Linear.__call__");
  EXPECT_EQ(program.variables.back().type, "Net");
}

TEST(Program, ParametersHideImports) {
  EXPECT_THAT(Apis("import torch\ndef f(torch):\n    torch.ones(2)\n"), ElementsAre(""));
}

TEST(Program, DecoratorsAreCalls) {
  const Program program = ReadProgram("import torch\n@torch.jit.script\ndef f(x):\n    return x\n");
  ASSERT_THAT(program.calls, SizeIs(1));
  EXPECT_EQ(program.calls[0].api, "torch.jit.script");
  EXPECT_TRUE(program.calls[0].decorator);
}

TEST(Program, BrokenTextGivesWhatIsThere) {
  const Program program = ReadProgram("import torch\ny = torch.ones(3)\nx = torch.relu((1\n");
  ASSERT_FALSE(program.errors().empty());
  EXPECT_GE(program.errors()[0].line, 3);
  EXPECT_EQ(program.calls[0].api, "torch.ones");
  EXPECT_THAT(ReadProgram("print 'old'\n").errors(), SizeIs(1));
  for (const char* text : {"", "\0", "((((", "class", "def f(:", "@", "\xff\xfe", "import",
                           "from . import *", "x = = 3", "  \tif"})
    ReadProgram(text);
}

TEST(Program, StarAndGuardedImports) {
  const Program program =
      ReadProgram("from torch import *\ntry:\n    import absent\nexcept ImportError:\n    pass\n");
  EXPECT_TRUE(program.star_import);
  EXPECT_EQ(program.imports[0].local, "*");
  EXPECT_TRUE(program.imports[1].guarded);
}

TEST(Program, NamesOfAStarImport) {
  EXPECT_THAT(Apis("from torch import *\nx = ones(2)\nfor op in [x]:\n    op(1)\ndef f():\n"
                   "    return later(len(x))\ndef later(y): return relu(y)\n"),
              ElementsAre("torch.ones", "", "", "", "torch.relu"));
  // Two of them: nobody knows.
  EXPECT_THAT(Apis("from torch import *\nfrom numpy import *\nones(2)\n"), ElementsAre(""));
}

TEST(Program, DecoratorsKnowWhatTheyDecorate) {
  const Program program =
      ReadProgram("import torch\n@torch.no_grad()\n@torch.compile\ndef f(x):\n    return x\n");
  ASSERT_THAT(program.calls, SizeIs(2));
  EXPECT_EQ(program.calls[0].decorates, "f");
  EXPECT_EQ(program.calls[1].decorates, "f");
}

TEST(Program, MethodsThatGiveTheModelBack) {
  const Program program = ReadProgram(
      "from torch import nn\nclass Net(nn.Module): pass\nnet = Net().eval().to('cpu')\n");
  ASSERT_FALSE(program.variables.empty());
  EXPECT_EQ(program.variables.back().type, "Net");
}

TEST(Program, DeepNestingIsFine) {
  constexpr size_t kDepth = 20000;
  ReadProgram(std::string(kDepth, '(') + "1" + std::string(kDepth, ')'));
  ReadProgram(std::string(kDepth, '['));
}

}  // namespace
}  // namespace assay::program::program_test
