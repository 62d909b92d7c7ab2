// derivative: automatic differentiation against differences.
#include "stand_in.h"

namespace assay::judge::derivative_test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("derivative", Function(), OneTensor()); }

TEST(Derivative, TheRightOneHolds) {
  const auto trials = Trials();
  ASSERT_THAT(trials, SizeIs(3));
  EXPECT_EQ(trials[1].claim, "its derivative at zero is that of its numbers");
  EXPECT_THAT(VerdictsOn(trials, R"(
def f(input):
    return input.map(lambda x: 3 * x + 1)
def slope(x):
    return 3)"),
              Each("holds"));
}

TEST(Derivative, AWrongOneIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    return input.map(lambda x: 3 * x + 1)
def slope(x):
    return 0)"),
              Each(AllOf(StartsWith("broken: "), HasSubstr("by differences"))));
}

TEST(Derivative, KinksAndWhatHasNoneAreLeftAlone) {
  EXPECT_THAT(VerdictsOn({Trials()[1]}, R"(
def f(input):
    return input.abs()
def slope(x):
    return 7)"),
              Each("holds"));
  EXPECT_THAT(VerdictsOn(Trials(), "def f(input):\n    return input"), Each("holds"));
}

TEST(Derivative, NotWhereAnotherOneMayBeMeant) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Rounds, with a straight-through gradient.";
  EXPECT_THAT(StandInTrials("derivative", doc, OneTensor()), SizeIs(0));
  doc = Function();
  doc.parameters[0].description = "does not contribute to the gradient";
  EXPECT_THAT(StandInTrials("derivative", doc, OneTensor()), SizeIs(0));
  doc = Function();
  doc.name = "torch.fake_quantize";
  EXPECT_THAT(StandInTrials("derivative", doc, OneTensor()), SizeIs(0));
}

}  // namespace
}  // namespace assay::judge::derivative_test
