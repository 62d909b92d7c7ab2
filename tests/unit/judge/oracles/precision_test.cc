// precision: float32 against float64.
#include "stand_in.h"

namespace assay::judge::precision_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("precision", Function(), OneTensor()); }

TEST(Precision, EveryFloat32TensorIsMadeExactAndMoved) {
  const auto trials = TrialsOf("precision", Function(), OneTensor());
  ASSERT_EQ(trials.size(), 3u);
  const std::string input = FindDialect("torch")->tensor({2, 3}, "float32");
  EXPECT_TRUE(Has(trials[1], "input = double(" + input + " * 20)")) << trials[1].program;
  EXPECT_TRUE(Has(trials[1], "input = nudged(" + input + " * 20, 300)")) << trials[1].program;
  EXPECT_EQ(trials[0].claim, "float32 is as near to float64 as the inputs allow");
  EXPECT_EQ(trials[1].claim, "float32 is as near to float64 as the inputs allow, inputs times 20");
}

TEST(Precision, OneRoundingIsRight) {
  EXPECT_THAT(VerdictsOn(Trials(), "def f(input): return input.map(lambda x: x / 3)"),
              ElementsAre("holds", "holds", "holds"));
}

// Digits that are lost on the way, all the more the smaller the numbers are.
TEST(Precision, CancellationIsANoteWithTheFactor) {
  const auto trials = Trials();
  const auto lossy = "def f(input): return input.map(lambda x: x + 1e6).map(lambda x: x - 1e6)";
  EXPECT_THAT(VerdictsOn(trials, lossy),
              ElementsAre(AllOf(StartsWith("imprecise: "), HasSubstr(" and in float64 "),
                                HasSubstr(" times what rounding the inputs explains")),
                          StartsWith("imprecise: "), StartsWith("imprecise: ")));
  EXPECT_TRUE(IsNote(VerdictOn(trials[2], lossy).verdict));
}

TEST(Precision, NotWhereSeveralResultsAreRightNorWhereNoneWasWritten) {
  knowledge::ApiDoc doc = Function();
  doc.notes = {"The eigenvectors are not unique."};
  EXPECT_TRUE(TrialsOf("precision", doc, OneTensor()).empty());
  doc = Function();
  doc.text = "Returns a tensor filled with uninitialized data.";
  EXPECT_TRUE(TrialsOf("precision", doc, OneTensor()).empty());
}

// In float64 it is another function then.
TEST(Precision, NotWhereTheTypeIsAParameter) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("eps", "float", "Default: torch.finfo(x.dtype).eps", "None"));
  EXPECT_TRUE(TrialsOf("precision", doc, OneTensor()).empty());
}

TEST(Precision, NotWithoutAFloat32Tensor) {
  EXPECT_TRUE(TrialsOf("precision", Function(), {}).empty());
}

}  // namespace
}  // namespace assay::judge::precision_test
