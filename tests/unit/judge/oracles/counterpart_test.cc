// counterpart: what numpy gives, where the documentation names it or mathematics does.
#include "stand_in.h"

namespace assay::judge::counterpart_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

knowledge::ApiDoc Described(const std::string& text) {
  knowledge::ApiDoc doc = Function();
  doc.text = text;
  return doc;
}

std::vector<Trial> Trials(const std::string& text) {
  return StandInTrials("counterpart", Described(text), OneTensor());
}

constexpr const char* kWords = "LAX-backend implementation of :func:`numpy.tanh`.";
constexpr const char* kRight = "import math\ndef f(input):\n    return input.map(math.tanh)";

TEST(Counterpart, WhatGivesTheSameHolds) {
  const auto trials = Trials(kWords);
  ASSERT_THAT(trials, SizeIs(8));  // without elements the last
  EXPECT_EQ(trials[0].claim, "gives what numpy.tanh gives, of beyond one numbers");
  EXPECT_EQ(trials[0].sentence, kWords);
  EXPECT_EQ(trials.back().claim, "gives what numpy.tanh gives, of arrays without elements");
  EXPECT_EQ(trials.back().blame, Blame::kAnyError);
  for (size_t i = 0; i + 1 < trials.size(); ++i) EXPECT_EQ(trials[i].blame, Blame::kChecks);
  EXPECT_THAT(VerdictsOn({trials.begin(), trials.end() - 1}, kRight), Each("holds"));
}

TEST(Counterpart, OtherNumbersFarOutAreReported) {
  const auto trials = Trials(kWords);
  EXPECT_THAT(VerdictsOn({trials[0], trials[1]}, R"(
import math
def f(input):
    return input.map(lambda x: float('nan') if x > 1e20 else math.tanh(x)))"),
              ElementsAre("holds", AllOf(StartsWith("broken: "), HasSubstr("in place of"))));
}

TEST(Counterpart, RefusalsOfNumbersAreNoLies) {
  const auto trials = Trials(kWords);
  EXPECT_THAT(VerdictsOn({trials[0]}, R"(
def f(input):
    raise ValueError("not of these"))"),
              ElementsAre(StartsWith("not applicable")));
}

TEST(Counterpart, WhatNumpyRefusesIsNotTried) {
  const auto trials = Trials("LAX-backend implementation of :func:`numpy.unknown`.");
  EXPECT_THAT(VerdictsOn({trials[0]}, "def f(input):\n    return input"),
              ElementsAre(StartsWith("holds")));
}

TEST(Counterpart, NotWithoutWordsNorWhereItIsSaidToDiffer) {
  EXPECT_THAT(Trials("Computes something."), SizeIs(0));
  EXPECT_THAT(Trials(std::string(kWords) + " Unlike NumPy, it refuses infinity."), SizeIs(0));
  EXPECT_THAT(Trials(std::string(kWords) + " It must be sorted."), SizeIs(1));  // without elements
  ApiCall other = OneTensor();
  other.arguments.push_back({.name = "how", .expression = "jnp.float32"});
  EXPECT_THAT(StandInTrials("counterpart", Described(kWords), other), SizeIs(0));
}

TEST(Counterpart, FunctionsOfMathematicsAreHeldAgainstFiniteResultsAlone) {
  knowledge::ApiDoc doc = Described("Returns the tangent.");
  doc.name = "torch.tanh";
  const auto trials = StandInTrials("counterpart", doc, OneTensor());
  EXPECT_THAT(trials, SizeIs(5));
  for (const Trial& trial : trials)
    EXPECT_THAT(trial.claim, AllOf(HasSubstr("numpy.tanh"), testing::Not(HasSubstr("infinite")),
                                   testing::Not(HasSubstr("elements"))));
  EXPECT_THAT(VerdictsOn({trials[0]}, "def tanh(input):\n    return input"),
              ElementsAre(StartsWith("broken: ")));
}

}  // namespace
}  // namespace assay::judge::counterpart_test
