#include <gtest/gtest.h>

#include "../sample_parts.h"
#include "base/strings.h"
#include "optbug/forms/parts.h"
#include "program/parse/decompose.h"

namespace assay::optbug {
namespace {

bool Has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(Write, ModelInputAndOptimisationAreAllThere) {
  const Parts parts = SampleParts();
  const Written written = Write(parts, {.origin = "layers", .layers = {2, 3, 0}});
  EXPECT_TRUE(Has(written.text, "self.m0 = nn.Conv2d(4, 4, 1)"));
  EXPECT_TRUE(Has(written.text, "model = Model().eval()"));
  EXPECT_TRUE(Has(written.text, "inputs = (torch.randn(2, 4, 8, 8),)"));
  const program::Program read = program::ReadProgram(written.text);
  EXPECT_TRUE(read.errors().empty());
  EXPECT_TRUE(program::Decompose(read).Complete());
}

TEST(Write, TheClaimBeginsWithTheOptimisation) {
  const Written written = Write(SampleParts(), {.origin = "layers", .layers = {0}});
  const std::vector<std::string> lines = Split(written.text, '\n');
  ASSERT_GT(written.claim_line, 0);
  EXPECT_TRUE(Has(lines[static_cast<size_t>(written.claim_line) - 1], kOptimiseMark));
  EXPECT_TRUE(Has(lines[static_cast<size_t>(written.claim_line)], "torch.jit.script(model)"));
}

TEST(Write, EveryRunOfTheOptimisedModelIsAnnounced) {
  const Written written = Write(SampleParts(), {.origin = "layers", .layers = {0}});
  const size_t run = written.text.rfind(kRunMark);
  ASSERT_NE(run, std::string::npos);
  EXPECT_LT(written.text.find(kOptimiseMark), run);
  EXPECT_LT(run, written.text.rfind("result = "));
  EXPECT_LT(run, written.text.rfind(kRanMark));
}

TEST(Write, OnlyHelpersThatAreUsedAreWritten) {
  const Written written = Write(SampleParts(), {.origin = "layers", .layers = {0}});
  EXPECT_TRUE(Has(written.text, "def original("));
  EXPECT_FALSE(Has(written.text, "def never("));
  EXPECT_TRUE(Has(written.text, written.helpers));
}

TEST(Write, ModesCastsAndImportsFollowFromTheChoices) {
  Form form{
      .origin = "layers", .layers = {0}, .value = 1, .passing = 1, .giving = 1, .training = true};
  const Written written = Write(SampleParts(), form);
  EXPECT_TRUE(Has(written.text, "model = Model().double()"));
  EXPECT_TRUE(Has(written.text, "inputs = ([torch.randn(3, 8).double()],)"));
  EXPECT_TRUE(Has(written.text, "import typing"));
  EXPECT_TRUE(Has(written.text, "return x, {'a': x}"));
}

TEST(Write, AnInnerModuleIsCalledWithAllThatIsPassed) {
  Form form{.origin = "layers", .layers = {0}, .passing = 1, .nested = true};
  const Written written = Write(SampleParts(), form);
  EXPECT_TRUE(Has(written.text, "class Inner(nn.Module)"));
  EXPECT_TRUE(Has(written.text, "return self.inner(values)"));
}

TEST(Write, ModelsOfOtherProgramsKeepTheirText) {
  Form form{.origin = "pool",
            .taken = Taken{"\nnet = nn.ReLU()\ny = torch.ones(2)\n", "net", "(y,)", {}}};
  const Written written = Write(SampleParts(), form);
  EXPECT_TRUE(Has(written.text, "net = nn.ReLU()"));
  EXPECT_TRUE(Has(written.text, "model = net.eval()\ninputs = (y,)"));
  EXPECT_FALSE(Has(written.text, "class Model"));
}

}  // namespace
}  // namespace assay::optbug
