#include "casebook/standalone.h"

#include <gtest/gtest.h>

#include "casebook/plain.h"

namespace assay::casebook::standalone_test {
namespace {

const char* const kHelpers =
    "import numpy as np\n\n\ndef array(x):\n    return np.asarray(x)\n\n\n"
    "def same(a, b):\n    return np.allclose(array(a), array(b))\n\n\n"
    "def describe(x):\n    return str(array(x))\n\n\n";

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

ProgramFinding Sample() {
  ProgramFinding out;
  out.framework = "torch";
  out.version = "2.13.0";
  out.title = "torch.f: `x` is ignored; but it is not so";
  out.sentence = "x is ignored";
  out.message = "x is ignored: 1 is now 2";
  out.program = std::string("import torch\n") + kHelpers +
                "expected = torch.f(1)\nactual = torch.f(2)\n"
                "assert same(expected, actual), \"x is ignored: \" + describe(actual)\n";
  out.claim_line = 18;
  out.helpers = kHelpers;
  out.seen = {"exception", "AssertionError", "x is ignored: # is now #", 0, true};
  return out;
}

TEST(Standalone, TheFrameworksOwnCheckComesFirst) {
  const auto forms = StandaloneForms(Sample());
  ASSERT_EQ(forms.size(), 3u);
  EXPECT_TRUE(Has(forms[0].text, "torch.testing.assert_close(actual, expected"));
  EXPECT_FALSE(Has(forms[0].text, "def "));
  EXPECT_FALSE(Has(forms[0].text, "numpy"));
  EXPECT_TRUE(Has(forms[0].text, "# Documentation of torch 2.13.0: \"x is ignored\""));
  EXPECT_TRUE(Has(forms[1].text, "assert same(expected, actual), \"x is ignored: \"\n"));
  EXPECT_FALSE(Has(forms[1].text, "describe"));
  EXPECT_TRUE(Has(forms[1].text, "def array"));
  EXPECT_TRUE(Has(forms[2].text, Sample().program));
}

TEST(Standalone, ChecksThatAreNeverReachedGo) {
  ProgramFinding finding = Sample();
  finding.seen = {"exception", "RuntimeError", "no", 0, true};
  const auto forms = StandaloneForms(finding);
  EXPECT_FALSE(Has(forms[0].text, "assert"));
  EXPECT_FALSE(Has(forms[0].text, "def "));
  EXPECT_TRUE(Has(forms[0].text, "actual = torch.f(2)"));
}

TEST(Standalone, TheClaimsLineIsThatOfTheCall) {
  for (const StandaloneForm& form : StandaloneForms(Sample())) {
    const size_t call = form.text.find("actual = torch.f(2)");
    const auto line =
        std::count(form.text.begin(), form.text.begin() + static_cast<long>(call), '\n') + 1;
    EXPECT_EQ(form.claim_line, line) << form.text;
  }
}

TEST(Plain, OtherFrameworksAreComparedAsArrays) {
  const Cut cut{"import jax\nassert same(a, b)\n", 2};
  const Cut out = WithFrameworksCheck(cut, "jax");
  EXPECT_TRUE(Has(out.text, "import numpy as np\n"));
  EXPECT_TRUE(Has(out.text, "np.testing.assert_allclose(np.asarray(b), np.asarray(a)"));
  EXPECT_EQ(out.claim_line, 3);
}

TEST(Standalone, NoLineOfTheHeaderBreaksOut) {
  ProgramFinding finding = Sample();
  finding.title = "torch.f: a\rprint(1)\nprint(2)";
  finding.sentence = "x is\r\nignored";
  for (const StandaloneForm& form : StandaloneForms(finding)) {
    EXPECT_EQ(form.text.find('\r'), std::string::npos);
    EXPECT_FALSE(Has(form.text, "\nprint(1)")) << form.text;
    EXPECT_FALSE(Has(form.text, "\nprint(2)")) << form.text;
  }
}

}  // namespace
}  // namespace assay::casebook::standalone_test
