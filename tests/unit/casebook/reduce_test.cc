#include "casebook/reduce.h"

#include <gtest/gtest.h>

#include "casebook/passes.h"

namespace assay::casebook::reduce_test {
namespace {

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Reduce, FreeProgramsShrinkToWhatFails) {
  const std::string program =
      "import numpy\n"
      "import framework\n"
      "def helper(a):\n"
      "    b = a + 1\n"
      "    return b\n"
      "x = framework.ones((37, 128), dtype='float32')\n"
      "with framework.no_grad():\n"
      "    y = framework.relu(x)\n"
      "    z = framework.broken(x.reshape(128, 37).float(), mode='deep', eps=0.12345)\n"
      "print(y, z)\n";
  size_t asked = 0;
  // The fake failure: a call of broken with a mode, on ones.
  const Reduced out = ReduceProgram({program, 0},
                                    [&](const Cut& cut) {
                                      ++asked;
                                      return Has(cut.text, "framework.broken(") &&
                                             Has(cut.text, "mode=") && Has(cut.text, "ones");
                                    },
                                    {});
  EXPECT_TRUE(out.complete);
  EXPECT_EQ(out.tries, asked);
  for (const char* gone : {"numpy", "helper", "relu", "print", "with", "eps", "reshape", "128"})
    EXPECT_FALSE(Has(out.cut.text, gone)) << gone << " in\n" << out.cut.text;
  EXPECT_LE(out.statements, 2u) << out.cut.text;
  EXPECT_GT(out.original_statements, 8u);
}

// Two models that return nothing are equal in vain.
TEST(Reduce, WhatAComparedModelReturnsStays) {
  const std::string program =
      "def model(x):\n    y = x + 1\n    return x\nexpected = model(1)\noptimised(model)(1)\n";
  ReduceOptions options;
  options.rules.locked_from = "expected = ";
  const auto fails = [](const Cut& cut) { return Has(cut.text, "def model"); };
  const Reduced out = ReduceProgram({program, 0}, fails, options);
  EXPECT_FALSE(Has(out.cut.text, "y = x")) << out.cut.text;
  EXPECT_TRUE(Has(out.cut.text, "return x\nexpected = model(1)\noptimised(model)(1)"))
      << out.cut.text;
}

// A claim is proven by two calls; only what is around them may go.
TEST(Reduce, WhatProvesAClaimStays) {
  const std::string helpers = "def same(a, b):\n    return abs(a - b) < 0.001\n\n\n";
  const std::string program = "import torch\n" + helpers +
                              "unused = 5\n"
                              "mat1 = torch.linspace(-0.9, 0.8, 64).reshape(8, 8)\n"
                              "torch.manual_seed(0)\n"
                              "expected = torch.addmm(mat1, mat1, mat1, beta=0)\n"
                              "mat1 = torch.linspace(-0.9, 0.8, 64).reshape(8, 8)\n"
                              "torch.manual_seed(0)\n"
                              "actual = torch.addmm(torch.ones(7, 11), mat1, mat1, beta=0)\n"
                              "assert same(expected, actual)\n";
  ReduceOptions options;
  options.rules = {true, false, "torch.addmm", helpers};
  const Reduced out = ReduceProgram(
      {program, 12},
      [&](const Cut& cut) {
        // Everything that is proposed keeps both calls, both seeds and the check.
        EXPECT_TRUE(Has(cut.text, helpers));
        EXPECT_TRUE(Has(cut.text, "expected = torch.addmm(mat1, mat1, mat1, beta=0)"));
        EXPECT_TRUE(Has(cut.text, "torch.addmm(torch.ones(7, 11), mat1, mat1, beta=0)"));
        EXPECT_NE(cut.text.find("manual_seed"), cut.text.rfind("manual_seed"));
        EXPECT_FALSE(Has(cut.text, "reshape(0"));
        return true;
      },
      options);
  EXPECT_FALSE(Has(out.cut.text, "unused"));
  // Bound again to the same: once is enough.
  EXPECT_EQ(out.cut.text.find("mat1 ="), out.cut.text.rfind("mat1 ="));
  EXPECT_TRUE(Has(out.cut.text, "linspace(-0.9, 0.8, 1).reshape(1, 1)")) << out.cut.text;
  // The line of the claim has moved along.
  const auto lines =
      std::count(out.cut.text.begin(),
                 out.cut.text.begin() + static_cast<long>(out.cut.text.find("actual")), '\n');
  EXPECT_EQ(out.cut.claim_line, lines + 1);
}

// Equal statements on both sides of a claim change together.
TEST(Reduce, BothSidesOfAClaimChangeTogether) {
  const std::string program =
      "x = torch.ones(64)\na = torch.f_(x)\nx = torch.ones(64)\nb = torch.g(x)\nassert a == b\n";
  ReduceOptions options;
  options.rules = {true, false, "torch.g", ""};
  const Reduced out = ReduceProgram(
      {program, 4},
      [&](const Cut& cut) {
        EXPECT_EQ(Has(cut.text, "ones(64)"), !Has(cut.text, "ones(1)") &&
                                                 !Has(cut.text, "ones(2)") &&
                                                 !Has(cut.text, "ones(32)"));
        return Has(cut.text, "ones(1)");
      },
      options);
  // f_ writes into x, so that the second binding is no repetition.
  EXPECT_EQ(
      out.cut.text,
      "x = torch.ones(1)\na = torch.f_(x)\nx = torch.ones(1)\nb = torch.g(x)\nassert a == b\n");
}

// Where results are compared, other inputs would be another question.
TEST(Reduce, NumbersStayWhereResultsAreCompared) {
  const std::string program = "x = torch.ones(64)\na = torch.g(x)\nassert a == 1\n";
  ReduceOptions options;
  options.rules = {true, true, "torch.g", ""};
  const Reduced out = ReduceProgram({program, 2}, [](const Cut&) { return true; }, options);
  EXPECT_EQ(out.cut.text, program);
}

TEST(Reduce, NothingToDoIsFine) {
  const Reduced out = ReduceProgram({"f()\n", 0}, [](const Cut&) { return false; }, {});
  EXPECT_EQ(out.cut.text, "f()\n");
  EXPECT_TRUE(out.complete);
}

TEST(Reduce, BrokenTextIsLeftAlone) {
  const Reduced out = ReduceProgram({"def f(:\n  pass\n", 0}, [](const Cut&) { return false; }, {});
  EXPECT_EQ(out.cut.text, "def f(:\n  pass\n");
}

TEST(Cut, TheClaimsLineMovesAlong) {
  const Cut cut{"a\nb\nc\nd\n", 3};
  const auto before = Apply(cut, {{{0, 2}, ""}});
  EXPECT_EQ(before->claim_line, 2);
  const auto behind = Apply(cut, {{{6, 8}, ""}});
  EXPECT_EQ(behind->claim_line, 3);
  const auto more = Apply(cut, {{{0, 0}, "x\ny\n"}});
  EXPECT_EQ(more->claim_line, 5);
  const auto across = Apply(cut, {{{2, 6}, ""}});
  EXPECT_EQ(across->claim_line, 2);
}

TEST(Passes, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const Pass& pass : AllPasses()) EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
}

}  // namespace
}  // namespace assay::casebook::reduce_test
