// keep-dims: the numbers with and without the reduced dimensions.
#include "stand_in.h"

namespace assay::judge::keep_dims_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

knowledge::ApiDoc WithKeepDim(const std::string& description) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("keepdim", "bool", description, "False"));
  return doc;
}

std::vector<Trial> Trials() {
  return StandInTrials("keep-dims", WithKeepDim("whether `dim` is retained"), OneTensor());
}

TEST(KeepDims, OnlyTheShapeMayDiffer) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].claim, "keepdim=True gives the same numbers");
  EXPECT_EQ(trials[0].sentence, "whether `dim` is retained");
  EXPECT_THAT(VerdictsOn(trials, R"(
def f(input, keepdim):
    return input.sum().reshape((1, 1) if keepdim else ()))"),
              ElementsAre("holds"));
}

TEST(KeepDims, OtherNumbersAreReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input, keepdim):
    return input.mean() if keepdim else input.abs().sum())"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr(" is now "))));
}

TEST(KeepDims, AnotherNumberOfThemIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input, keepdim):
    return input if keepdim else input.sum())"),
              ElementsAre(StartsWith("broken: ")));
}

TEST(KeepDims, NotWhereNothingIsSaidOfIt) {
  EXPECT_TRUE(TrialsOf("keep-dims", WithKeepDim(""), OneTensor()).empty());
  EXPECT_TRUE(TrialsOf("keep-dims", Function(), OneTensor()).empty());
}

}  // namespace
}  // namespace assay::judge::keep_dims_test
