// strides: contiguous tensors, and equal ones that are not.
#include "stand_in.h"

namespace assay::judge::strides_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("strides", Function(), OneTensor()); }

TEST(Strides, EqualTensorsInAnotherOrderOfMemory) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].claim, "tensors that are not contiguous give the same");
  EXPECT_THAT(VerdictsOn(trials, "def f(input): return input.abs()"), ElementsAre("holds"));
}

TEST(Strides, AKernelThatTakesThemForContiguousIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), "def f(input): return input if input.contiguous else input * 2"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr("[-0.9"), HasSubstr(" is now "),
                                HasSubstr("[-1.8"))));
}

TEST(Strides, ARefusalIsNoLie) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    if not input.contiguous:
        raise RuntimeError("view size is not compatible with input tensor's size and stride")
    return input)"),
              ElementsAre(StartsWith("not applicable")));
}

// Another order of summation would change it as well.
TEST(Strides, WhatARoundingUnitChangesIsHeldAgainstNothing) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    step = input.numbers[0] + 0.8999999761581421
    return input * (1e9 * step if input.contiguous else 1))"),
              ElementsAre("holds"));
}

TEST(Strides, NotOfFunctionsThatAreAboutThem) {
  knowledge::ApiDoc doc = Function();
  doc.name = "torch.as_strided";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
}

TEST(Strides, NotWhatIsDrawnElementByElement) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Fills the tensor with values from the normal distribution.";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
}

TEST(Strides, NotWhereSeveralResultsAreRightNorWhereNoneWasWritten) {
  knowledge::ApiDoc doc = Function();
  doc.notes = {"The eigenvectors are not unique."};
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
  doc = Function();
  doc.text = "Returns a tensor filled with uninitialized data.";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
  doc = Function();
  doc.name = "torch.ao.nn.quantized.Conv2d";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
}

TEST(Strides, NotWithoutATensorThatHasAxes) {
  EXPECT_TRUE(TrialsOf("strides", Function(), {}).empty());
}

}  // namespace
}  // namespace assay::judge::strides_test
