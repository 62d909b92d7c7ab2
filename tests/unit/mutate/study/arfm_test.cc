#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(ARFm, TheActivationVanishes) {
  const Model model = Mutated("ARFm", R"(graph (x: float32[2,3]) -> (y) {
    h = Sigmoid(x)
    y = Neg(h)
  })");
  EXPECT_EQ(Ops(model), "Neg");
}

TEST(ARFm, AnOutputStaysAnOutput) {
  const Model model = Mutated("ARFm", "graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  EXPECT_EQ(Ops(model), "Identity");
  EXPECT_EQ(model.graph.name_of(model.graph.outputs[0]), "y");
}

// x is used elsewhere, too, and must keep its name.
TEST(ARFm, TheInputKeepsItsOtherUses) {
  const Model model = Mutated("ARFm", R"(graph (x: float32[2,3]) -> (y, z) {
    h = Neg(x)
    y = Relu(h)
    z = Abs(h)
  })");
  EXPECT_EQ(Ops(model), "Neg Identity Abs");
}

TEST(ARFm, ARangeThatIsNeededStays) {
  EXPECT_FALSE(TryMutate("ARFm", R"(graph (x: float32[2,3]) -> (y) {
    h = Relu(x)
    y = Sqrt(h)
  })")
                   .ok());
}

TEST(ARFm, HasTheNamesOfTheLiterature) {
  EXPECT_EQ(FindMutator("AFRm"), FindMutator("ARFm"));
  EXPECT_EQ(FindMutator("ARem"), FindMutator("ARFm"));
}

}  // namespace
}  // namespace assay::mutate::study_tests
