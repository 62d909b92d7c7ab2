#include "program/parse/syntax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/lint/lint.h"
#include "program/parse/decompose.h"

namespace assay::program::syntax_test {
namespace {

std::string Repeat(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Syntax, OneOpenBracketDoesNotHideTheRest) {
  const Program program = ReadProgram(R"(import torch
class Net(torch.nn.Module):
    def __init__(self):
        self.fc = torch.nn.Linear(2, 3
    def forward(self, x):
        return torch.relu(x)
def broken(:
    pass
y = torch.ones(2)
)");
  ASSERT_EQ(program.errors().size(), 2u);
  EXPECT_EQ(program.errors()[0].line, 4);
  EXPECT_EQ(program.errors()[1].line, 7);
  EXPECT_NE(program.FindDefinition("Net.forward"), nullptr);
  EXPECT_EQ(program.calls.back().api, "torch.ones");
  EXPECT_EQ(program.calls.back().line, 9);
}

// All of these took minutes, or gigabytes, when cost grew with the square of the depth.
TEST(Syntax, HostileTextsAreReadQuickly) {
  constexpr size_t kMany = 20000;
  for (const std::string& text :
       {"x" + Repeat(".a", kMany), Repeat("a(", kMany) + Repeat(")", kMany),
        "import x\nx" + Repeat(".abcdefgh", kMany), "x = " + Repeat("1 + ", kMany) + "1",
        "from torch.nn import Sequential as S\n" + Repeat("S()\n", kMany),
        Repeat("def f(): pass\n", kMany / 4) + Repeat("f()\n", kMany)}) {
    const Program program = ReadProgram(text);
    Decompose(program);
    Lint(program, {});
  }
  EXPECT_EQ(ReadProgram("x" + Repeat(".a", kMany)).errors().size(), 1u);
  // What Python takes is read.
  EXPECT_TRUE(ReadProgram("x = " + Repeat("1 + ", 2900) + "1").errors().empty());
}

}  // namespace
}  // namespace assay::program::syntax_test
