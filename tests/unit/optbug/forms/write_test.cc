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
            .taken = Taken{.origin = "a",
                           .top = "\nnet = nn.ReLU()\ny = torch.ones(2)\n",
                           .model = "net",
                           .inputs = {"y"}}};
  const Written written = Write(SampleParts(), form);
  EXPECT_TRUE(Has(written.text, "net = nn.ReLU()"));
  EXPECT_TRUE(Has(written.text, "model = net.eval()\ninputs = (y,)"));
  EXPECT_FALSE(Has(written.text, "class Model"));
}

TEST(Write, WhatStandsAroundAndBesideAModelThatWasTaken) {
  Parts parts = SampleParts();
  parts.around =
      "class Around(nn.Module):\n    def __init__(self, {{given}}):\n        "
      "super().__init__()\n{{init}}\n\n    def forward(self, {{sign}}):\n{{forward}}\n";
  parts.variations = {{"double", "{v}.double()", ".double()", "torch.float64", "", {}}};
  const auto taken = [](const char* origin, const char* input) {
    return Taken{.origin = origin,
                 .top = std::string("net = nn.ReLU()\n") + input + " = torch.ones(2)\n",
                 .model = "net",
                 .inputs = {input},
                 .takes = {"float32"},
                 .gives = "float32"};
  };
  const Form form{.origin = "a",
                  .taken = taken("a", "x"),
                  .beside = taken("b", "y"),
                  .variation = 0,
                  .layers = {1}};
  const Written written = Write(parts, form);
  EXPECT_TRUE(Has(written.text, "net = nn.ReLU()\nx = torch.ones(2)"));
  EXPECT_TRUE(Has(written.text, "net_2 = nn.ReLU()\ny = torch.ones(2)"));
  EXPECT_TRUE(Has(written.text, "def __init__(self, inner, other):"));
  EXPECT_TRUE(Has(written.text, "self.m0 = nn.ReLU()"));
  EXPECT_TRUE(Has(written.text, "x = self.inner(v0)\n        x = self.m0(x)\n"));
  EXPECT_TRUE(Has(written.text, "return x, self.other(w0)"));
  EXPECT_TRUE(Has(written.text, "model = Around(net, net_2).eval().double()\n"));
  EXPECT_TRUE(Has(written.text, "inputs = ((x).double(), (y).double(),)"));
}

TEST(Write, AModelThatWritesToItsStateIsRunOnce) {
  Parts parts = SampleParts();
  parts.optimisers[0].runs = 3;
  Form form{.origin = "layers", .layers = {0}};
  EXPECT_TRUE(Has(Write(parts, form).text, "for turn in range(3):"));
  parts.layers[0].tags = {"writes-state"};
  EXPECT_FALSE(Has(Write(parts, form).text, "for turn in"));
}

TEST(Write, TimeAndSizeAreComparedOnlyWhereAskedFor) {
  const Form form{.origin = "layers", .layers = {0}};
  EXPECT_FALSE(Has(Write(SampleParts(), form).text, "dearer("));
  EXPECT_TRUE(Has(Write(SampleParts(), form, true).text, "dearer(model, optimised"));
}

TEST(Write, WhatMayBeLostDecidesHowItIsCompared) {
  Parts parts = SampleParts();
  const Form form{.origin = "layers", .layers = {0}};
  parts.optimisers[0].loss = Loss::kInt8;
  EXPECT_TRUE(Has(Write(parts, form).text, "assert not coarse(expected"));
  parts.optimisers[0].bounds = "scales";
  EXPECT_TRUE(Has(Write(parts, form).text, "assert not beyond_steps(model"));
  parts.optimisers[0].bounds = "folded";
  EXPECT_TRUE(Has(Write(parts, form).text, "folded=True"));
  parts.optimisers[0].loss = Loss::kAutocast;
  const std::string cast = Write(parts, form).text;
  EXPECT_TRUE(Has(cast, "how=run_cast") && Has(cast, "result = run_cast(optimised"));
}

TEST(Write, AnOptimisationCanBeDoneOnItsOwnResult) {
  Parts parts = SampleParts();
  parts.twists.push_back({.name = "again", .after = "model = optimised\n{apply}"});
  const Form form{.origin = "layers", .layers = {0}, .twist = parts.twists.size() - 1};
  EXPECT_TRUE(Has(Write(parts, form).text, "model = optimised\n" + parts.optimisers[0].apply));
}

}  // namespace
}  // namespace assay::optbug
