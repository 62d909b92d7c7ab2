// reduction: 'sum' and 'mean', and the sum and mean of 'none'.
#include "stand_in.h"

namespace assay::judge::reduction_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kSum = "`'sum'`: the output will be summed.";
constexpr const char* kBoth =
    "`'mean'`: the sum of the output will be divided by the number of elements in the output, "
    "`'sum'`: the output will be summed.";

std::vector<Trial> Trials(const char* description) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("reduction", "str", description, "'mean'"));
  return StandInTrials("reduction", doc, OneTensor());
}

TEST(Reduction, TheMeanOnlyWhereItIsDocumented) {
  const auto trials = Trials(kSum);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "expected = parts.sum()"));
  EXPECT_EQ(trials[0].claim, "reduction='sum' is the sum of reduction='none'");
  EXPECT_EQ(Trials(kBoth).size(), 2u);
  EXPECT_TRUE(Trials("`'mean'`: the weighted mean of the output is taken").empty());
}

TEST(Reduction, SumAndMeanOfThePartsAreRight) {
  EXPECT_THAT(VerdictsOn(Trials(kBoth), R"(
def f(input, reduction):
    return {"none": input, "sum": input.sum(), "mean": input.mean()}[reduction])"),
              ElementsAre("holds", "holds"));
}

// Divided by the batch of 2 in place of 6 elements.
TEST(Reduction, AnotherDivisorIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(kBoth), R"(
def f(input, reduction):
    return {"none": input.abs(), "sum": input.abs().sum(), "mean": input.abs().sum() * 0.5}[reduction])"),
              ElementsAre("holds", AllOf(StartsWith("broken: "), HasSubstr(" and not "))));
}

}  // namespace
}  // namespace assay::judge::reduction_test
