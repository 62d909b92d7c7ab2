// The oracles that hold one form of a call against another: in-place, out, keywords, strides,
// keep-dims, reduction, traced, compiled, precision.
#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge::forms_test {
namespace {

ApiCall OneTensor() {
  ApiCall call;
  call.arguments = {Tensor("input", {2, 3})};
  return call;
}

knowledge::ApiDoc Function() {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("input", "Tensor", "the input")};
  return doc;
}

TEST(InPlace, TheReceiverIsHeldAgainstThePlainResult) {
  knowledge::ApiDoc doc = Doc("torch.Tensor.abs_", "In-place version of `abs`");
  doc.kind = "method";
  ApiCall call;
  call.receiver = "torch.ones(3)";
  const auto trials = TrialsOf("in-place", doc, call);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "expected = receiver.abs()"));
  EXPECT_TRUE(Has(trials[0], "actual = receiver.abs_()"));
}

TEST(Out, RoomWithOtherNumbersAndOtherStrides) {
  knowledge::ApiDoc doc = Function();
  EXPECT_TRUE(TrialsOf("out", doc, OneTensor()).empty());
  doc.parameters.push_back(Param("out", "Tensor", "the output", "None"));
  const auto trials = TrialsOf("out", doc, OneTensor());
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_TRUE(Has(trials[1], "target = strided_like(expected)"));
  EXPECT_TRUE(Has(trials[1], "torch.f(input, out=target)"));
}

TEST(Keywords, DocumentedNamesAreUsed) {
  knowledge::ApiDoc doc = Function();
  const auto trials = TrialsOf("keywords", doc, OneTensor());
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "actual = torch.f(input=input)"));
  doc.signature = "f(input)\nf(other)";
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
}

TEST(Keywords, TheClaimSaysWhichNames) {
  EXPECT_EQ(TrialsOf("keywords", Function(), OneTensor())[0].claim,
            "`input` may be passed by its documented name");
}

// arange(start=0, end): f(x) passes `end`, although it stands second.
TEST(Keywords, NotWhereTheNumberOfArgumentsDecidesTheirNames) {
  knowledge::ApiDoc doc = Function();
  knowledge::Parameter start = Param("start", "float", "", "0");
  start.kind = "positional";
  doc.parameters.insert(doc.parameters.begin(), start);
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
}

TEST(Strides, NotOfFunctionsThatAreAboutThem) {
  knowledge::ApiDoc doc = Function();
  EXPECT_EQ(TrialsOf("strides", doc, OneTensor()).size(), 1u);
  doc.name = "torch.as_strided";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
}

TEST(KeepDims, OnlyTheShapeMayDiffer) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("keepdim", "bool", "whether `dim` is retained", "False"));
  const auto trials = TrialsOf("keep-dims", doc, OneTensor());
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "same(flat(expected), flat(actual))"));
}

TEST(Reduction, TheMeanOnlyWhereItIsDocumented) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(
      Param("reduction", "str", "`'sum'`: the output will be summed.", "'mean'"));
  const auto trials = TrialsOf("reduction", doc, OneTensor());
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "expected = parts.sum()"));
}

TEST(Traced, TheCallBecomesAFunctionOfItsTensors) {
  const auto trials = TrialsOf("traced", Function(), OneTensor());
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "def run(input):\n    return torch.f(input)"));
  EXPECT_TRUE(Has(trials[0], "other = torch.jit.trace(run, (input,), check_trace=False)"));
}

TEST(Compiled, IsAnExtra) {
  for (const Oracle& oracle : AllOracles()) EXPECT_EQ(oracle.extra, oracle.name == "compiled");
  EXPECT_EQ(TrialsOf("compiled", Function(), OneTensor()).size(), 1u);
}

TEST(Precision, EveryFloat32TensorIsMadeExactAndMoved) {
  const auto trials = TrialsOf("precision", Function(), OneTensor());
  ASSERT_EQ(trials.size(), 3u);
  const std::string input = FindDialect("torch")->tensor({2, 3}, "float32");
  EXPECT_TRUE(Has(trials[1], "input = double(" + input + " * 20)")) << trials[1].program;
  EXPECT_TRUE(Has(trials[1], "input = nudged(" + input + " * 20, 300)")) << trials[1].program;
}

TEST(AllForms, WhereSeveralResultsAreRightNoneIsHeldAgainstAnother) {
  knowledge::ApiDoc doc = Function();
  doc.notes = {"The eigenvectors are not unique."};
  for (const char* oracle : {"strides", "traced", "precision"})
    EXPECT_TRUE(TrialsOf(oracle, doc, OneTensor()).empty()) << oracle;
}

TEST(Traced, NotWhatIsRandom) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Randomly zeroes elements, as with dropout.";
  EXPECT_TRUE(TrialsOf("traced", doc, OneTensor()).empty());
}

TEST(Strides, NotWhatIsDrawnElementByElement) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Fills the tensor with values from the normal distribution.";
  EXPECT_TRUE(TrialsOf("strides", doc, OneTensor()).empty());
}

TEST(AllForms, QuantisedModulesHoldWhatWasNeverWritten) {
  knowledge::ApiDoc doc = Function();
  doc.name = "torch.ao.nn.quantized.Conv2d";
  for (const char* oracle : {"keywords", "strides"})
    EXPECT_TRUE(TrialsOf(oracle, doc, OneTensor()).empty()) << oracle;
}

TEST(AllForms, UninitialisedResultsAreHeldAgainstNothing) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Returns a tensor filled with uninitialized data.";
  for (const char* oracle : {"keywords", "strides", "traced", "precision"})
    EXPECT_TRUE(TrialsOf(oracle, doc, OneTensor()).empty()) << oracle;
}

}  // namespace
}  // namespace assay::judge::forms_test
