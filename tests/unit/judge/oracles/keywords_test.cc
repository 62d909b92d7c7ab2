// keywords: arguments by position, and by their documented names.
#include "stand_in.h"

namespace assay::judge::keywords_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("keywords", Function(), OneTensor()); }

TEST(Keywords, DocumentedNamesAreUsed) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "actual = torch.f(input=input)"));
  EXPECT_EQ(trials[0].claim, "`input` may be passed by its documented name");
}

TEST(Keywords, TheClaimNamesAllOfThem) {
  knowledge::ApiDoc doc = Function();
  doc.parameters.push_back(Param("other", "Tensor", "the second one"));
  ApiCall call = OneTensor();
  call.arguments.push_back(Tensor("other", {2, 3}));
  EXPECT_EQ(TrialsOf("keywords", doc, call)[0].claim,
            "`input`, `other` may be passed by their documented names");
}

TEST(Keywords, ANameThatIsTakenIsRight) {
  EXPECT_THAT(VerdictsOn(Trials(), "def f(input): return input.abs()"), ElementsAre("holds"));
}

TEST(Keywords, ANameThatIsNotKnownIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), "def f(x): return x.abs()"),
              ElementsAre(AllOf(StartsWith("broken: TypeError"),
                                HasSubstr("unexpected keyword argument 'input'"))));
}

TEST(Keywords, ANameThatMeansSomethingElseIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(*places, input=None):
    return places[0].abs() if places else input)"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr(" is now "))));
}

// size=2 may be refused where f(2) is not: by position it is the first of several numbers.
TEST(Keywords, AnotherErrorIsNoLie) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(*places, input=None):
    if not places:
        raise TypeError("input must be a tuple")
    return places[0].abs())"),
              ElementsAre(StartsWith("not applicable")));
}

TEST(Keywords, NotWhereSeveralFormsAreDocumented) {
  knowledge::ApiDoc doc = Function();
  doc.signature = "f(input)\nf(other)";
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
}

// arange(start=0, end): f(x) passes `end`, although it stands second.
TEST(Keywords, NotWhereTheNumberOfArgumentsDecidesTheirNames) {
  knowledge::ApiDoc doc = Function();
  knowledge::Parameter start = Param("start", "float", "", "0");
  start.kind = "positional";
  doc.parameters.insert(doc.parameters.begin(), start);
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
}

TEST(Keywords, NotWhatHoldsUnwrittenMemory) {
  knowledge::ApiDoc doc = Function();
  doc.text = "Returns a tensor filled with uninitialized data.";
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
  doc = Function();
  doc.name = "torch.ao.nn.quantized.Conv2d";
  EXPECT_TRUE(TrialsOf("keywords", doc, OneTensor()).empty());
}

}  // namespace
}  // namespace assay::judge::keywords_test
