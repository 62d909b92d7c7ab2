#include "trial/examples/slice.h"

#include <gtest/gtest.h>

namespace assay::trial::slice_test {
namespace {

using Names = std::set<std::string>;

std::vector<size_t> Slice(const std::string& text, Names& needed) {
  const auto statements = TopStatements(program::ReadProgram(text));
  return SliceFor(statements, statements.size(), statements.size(), needed);
}

TEST(Slice, KeepsWhatTheNameDependsOn) {
  Names needed = {"z"};
  EXPECT_EQ(Slice("a = 1\nb = 2\nprint(b)\nz = a + 1\n", needed), (std::vector<size_t>{0, 3}));
  EXPECT_TRUE(needed.empty());
}

TEST(Slice, ChangesOfAnObjectCount) {
  Names needed = {"x"};
  EXPECT_EQ(Slice("x = make()\nx[0] = 1\nx.fill_(y)\nx.y = 3\n", needed),
            (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(needed, (Names{"make", "y"}));
}

TEST(Slice, AnAssignmentEndsWhatCameBefore) {
  Names needed = {"x"};
  EXPECT_EQ(Slice("x = 1\nx = 2\n", needed), (std::vector<size_t>{1}));
}

TEST(Slice, CallingAFunctionOfAModuleDoesNotChangeTheModule) {
  Names needed = {"x", "torch"};
  EXPECT_EQ(
      Slice("torch.set_default_dtype(d)\ny = torch.ones(1)\ntorch.abs(y)\nx = torch.ones(2)\n",
            needed),
      (std::vector<size_t>{0, 3}));
}

TEST(Slice, InnerNamesAreNotNeeded) {
  Names needed = {"f", "g"};
  Slice("f = lambda a: a + b\ng = [c for c in d]\n", needed);
  EXPECT_EQ(needed, (Names{"b", "d"}));
}

TEST(Slice, FunctionsAndImportsBind) {
  Names needed = {"f", "nn"};
  EXPECT_EQ(Slice("import torch.nn as nn\ndef f(x):\n  y = x\n  return y\n", needed),
            (std::vector<size_t>{0, 1}));
  EXPECT_TRUE(needed.empty());
}

TEST(Slice, KeywordsAndAttributesAreNoNames) {
  Names needed = {"x"};
  Slice("x = f(a=b).c\n", needed);
  EXPECT_EQ(needed, (Names{"b", "f"}));
}

}  // namespace
}  // namespace assay::trial::slice_test
