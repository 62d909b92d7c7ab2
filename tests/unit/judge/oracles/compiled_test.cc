// compiled: the plain call, and through a compiler.
#include "stand_in.h"

namespace assay::judge::compiled_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Trial> Trials() { return StandInTrials("compiled", Function(), OneTensor()); }

TEST(Compiled, IsAnExtraAsIsDevice) {
  for (const Oracle& oracle : AllOracles())
    EXPECT_EQ(oracle.extra, oracle.name == "compiled" || oracle.name == "device");
}

TEST(Compiled, ACompilerThatKeepsTheResultIsRight) {
  const auto trials = Trials();
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].claim, "torch.compile gives the same");
  EXPECT_TRUE(Has(trials[0], "other = torch.compile(run, backend='aot_eager')"));
  EXPECT_THAT(VerdictsOn(trials, "def f(input): return input.abs()"), ElementsAre("holds"));
}

TEST(Compiled, AnotherResultIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    return input.abs()
def compile(run, backend):
    return lambda input: run(input) * 2)"),
              ElementsAre(AllOf(StartsWith("broken: "), HasSubstr("[0.9"), HasSubstr("[1.8"))));
}

TEST(Compiled, AnotherElementTypeIsReported) {
  EXPECT_THAT(VerdictsOn(Trials(), R"(
def f(input):
    return input.abs()
def compile(run, backend):
    return lambda input: run(input).to("float64"))"),
              ElementsAre(AllOf(StartsWith("broken: float32"), HasSubstr("float64"))));
}

TEST(Compiled, NotInJaxWhichTracedCovers) {
  EXPECT_TRUE(TrialsOf("compiled", Doc("jax.numpy.f"), OneTensor()).empty());
}

}  // namespace
}  // namespace assay::judge::compiled_test
