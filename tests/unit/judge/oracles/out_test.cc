// out: what is written to out=, and what is returned without it.
#include "stand_in.h"

namespace assay::judge::out_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

knowledge::ApiDoc WithOut() {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("out", "Tensor", "the output", "None"));
  return doc;
}

std::vector<Trial> Trials() { return StandInTrials("out", WithOut(), OneTensor()); }

TEST(Out, RoomWithOtherNumbersAndOtherStrides) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_EQ(trials[0].claim, "with out= a tensor, it holds the result");
  EXPECT_EQ(trials[1].claim, "with out= a tensor that is not contiguous, it holds the result");
  EXPECT_TRUE(Has(trials[1], "target = strided_like(expected)"));
  EXPECT_TRUE(Has(trials[1], "torch.f(input, out=target)"));
}

TEST(Out, WhatIsWrittenAndReturnedIsRight) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input, out=None):
    return input.abs() if out is None else out.set(input.abs()))"),
              ElementsAre("holds", "holds"));
}

TEST(Out, WhatIsNotWrittenIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), "def f(input, out=None): return input.abs()"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr("[7.0, 7.0,")),
                          AllOf(StartsWith("broken: "), HasSubstr(" written"))));
}

TEST(Out, StridesThatAreIgnoredAreReportedAlone) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input, out=None):
    return out.set(input.abs()) if out is not None and out.contiguous else input.abs())"),
              ElementsAre("holds", StartsWith("broken: ")));
}

TEST(Out, NeedsTheParameterAndAFunctionOfTorch) {
  EXPECT_TRUE(TrialsOf("out", Function(), OneTensor()).empty());
  knowledge::ApiDoc doc = WithOut();
  doc.kind = "method";
  EXPECT_TRUE(TrialsOf("out", doc, OneTensor()).empty());
  doc = WithOut();
  doc.framework = "jax";  // there it must be None
  EXPECT_TRUE(TrialsOf("out", doc, OneTensor()).empty());
  EXPECT_TRUE(TrialsOf("out", WithOut(), OneTensor().With("out", "t")).empty());
}

}  // namespace
}  // namespace assay::judge::out_test
