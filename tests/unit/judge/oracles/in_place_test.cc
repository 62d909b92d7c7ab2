// in-place: the receiver, and what the plain form returns.
#include "stand_in.h"

namespace assay::judge::in_place_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() {
  knowledge::ApiDoc doc = Doc("torch.Tensor.abs_", "In-place version of `abs`");
  doc.kind = "method";
  ApiCall call;
  call.receiver = "torch.linspace(-1, 1, 3)";
  return StandInTrials("in-place", doc, call);
}

TEST(InPlace, TheReceiverIsHeldAgainstThePlainResult) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "expected = receiver.abs()"));
  EXPECT_TRUE(Has(trials[0], "actual = receiver.abs_()"));
  EXPECT_EQ(trials[0].claim, "it leaves what `abs` returns");
}

TEST(InPlace, ATensorThatHoldsThePlainResultIsRight) {
  EXPECT_THAT(VerdictsOn(Trials(), "Tensor.abs_ = lambda self: self.set(self.abs())"),
              ElementsAre("holds"));
}

TEST(InPlace, ATensorThatStaysAsItWasIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), "Tensor.abs_ = lambda self: self"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr("[1.0, 0.0, 1.0] is returned"),
                                HasSubstr("[-1.0, 0.0, 1.0] left"))));
}

TEST(InPlace, AnotherTensorThatIsReturnedIsReported) {
  EXPECT_THAT(
      VerdictsOn(Trials(), "Tensor.abs_ = lambda self: self.set(self.abs()).map(lambda x: x)"),
      ElementsAre("broken: another tensor is returned"));
}

// A result that does not fit the tensor is refused, rightly.
TEST(InPlace, ARefusalIsNoLie) {
  const auto verdicts = VerdictsOn(Trials(), R"(
def refuse(self):
    raise RuntimeError("result type ComplexFloat can't be cast to Float")
Tensor.abs_ = refuse)");
  EXPECT_THAT(verdicts, ElementsAre(StartsWith("not applicable")));
}

TEST(InPlace, AFlagIsHeldAgainstTheCallWithoutIt) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("inplace", "bool", "do the operation in-place", "False"));
  const auto trials = StandInTrials("in-place", doc, OneTensor());
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].claim, "inplace=True gives the same");
  EXPECT_THAT(VerdictsOn(trials, "def f(input, inplace): return input.abs()"),
              ElementsAre("holds"));
  EXPECT_THAT(VerdictsOn(trials, "def f(input, inplace): return input if inplace else input.abs()"),
              ElementsAre(StartsWith("broken: ")));
}

TEST(InPlace, OtherWordsAreNoPromise) {
  knowledge::ApiDoc doc = Doc("torch.Tensor.abs_", "In-place version of something like `abs`.");
  doc.kind = "method";
  ApiCall call;
  call.receiver = "torch.ones(3)";
  EXPECT_TRUE(TrialsOf("in-place", doc, call).empty());
}

}  // namespace
}  // namespace assay::judge::in_place_test
