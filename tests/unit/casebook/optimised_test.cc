#include <gtest/gtest.h>

#include "casebook/plain.h"

namespace assay::casebook::optimised_test {
namespace {

constexpr const char* kHelpers = "def run(model, inputs):\n    return model(*inputs)\n";

ProgramFinding Sample(const std::string& exception) {
  ProgramFinding out;
  out.pipeline = "optbug";
  out.framework = "torch";
  out.helpers = kHelpers;
  out.seen.exception = exception;
  out.program = std::string("import torch\n") + kHelpers +
                "\nmodel = Model().eval()\ninputs = (torch.ones(2),)\nkeywords = {}\n"
                "expected = original(model, inputs, keywords)\nexact = precise(model, inputs)\n"
                "before = state(model)\nprint(\"-- optimise --\", flush=True)\n"
                "for layer in model.modules():\n    layer.requires_grad_(False)\n"
                "optimised = torch.jit.trace(model, fresh(inputs))\n"
                "for turn in range(2):\n    result = run(optimised, inputs, keywords)\n"
                "    assert not apart(expected, exact, result), \"wrong value: \"\n"
                "assert not touched(before, model), \"original changed: \"\n";
  return out;
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(PlainOptimisation, ComparesByTheFrameworkItself) {
  const auto plain = PlainOptimisation(Sample("AssertionError"));
  ASSERT_TRUE(plain.has_value());
  EXPECT_TRUE(Has(plain->text, "expected = model(*inputs, **keywords)"));
  EXPECT_TRUE(Has(plain->text, "optimised = torch.jit.trace(model, inputs)"));
  EXPECT_TRUE(Has(plain->text, "    layer.requires_grad_(False)"));
  EXPECT_TRUE(Has(plain->text, "torch.testing.assert_close(result, expected"));
  for (const std::string_view ours : {"def run", "exact", "before", "-- optimise", "apart("})
    EXPECT_FALSE(Has(plain->text, ours)) << ours;
}

TEST(PlainOptimisation, AnExceptionNeedsNoComparison) {
  const auto plain = PlainOptimisation(Sample("RuntimeError"));
  ASSERT_TRUE(plain.has_value());
  EXPECT_FALSE(Has(plain->text, "expected"));
  EXPECT_TRUE(Has(plain->text, "\nmodel(*inputs, **keywords)"))
      << "the original must be seen to run";
  EXPECT_TRUE(Has(plain->text, "result = optimised(*inputs, **keywords)"));
}

TEST(PlainOptimisation, WhatNeedsMoreStaysAsItIs) {
  ProgramFinding finding = Sample("AssertionError");
  finding.program.replace(finding.program.find("keywords)\nexact"), 9, "keywords, how=learn)");
  EXPECT_FALSE(PlainOptimisation(finding).has_value());
  finding.program = "import torch\n";
  EXPECT_FALSE(PlainOptimisation(finding).has_value());
}

}  // namespace
}  // namespace assay::casebook::optimised_test
