#include "generate/operator_pairs.h"

#include <gtest/gtest.h>

#include "generate/combinations.h"
#include "generate/random_graph.h"

namespace assay::generate {
namespace {

bool Admitted(std::string_view first, std::string_view second, DType dtype) {
  return IsAdmittedPair(TypedPairKey(OperatorHash(first, ""), OperatorHash(second, ""), dtype));
}

TEST(OperatorPairs, AreThoseOfTheSchemas) {
  EXPECT_TRUE(Admitted("Relu", "Tanh", DType::kFloat32));
  EXPECT_TRUE(Admitted("Shape", "Gather", DType::kInt64));
  EXPECT_FALSE(Admitted("Greater", "Abs", DType::kFloat32));  // it gives booleans
  EXPECT_FALSE(Admitted("Shape", "Tanh", DType::kInt64));
  EXPECT_FALSE(Admitted("Relu", "If", DType::kFloat32));       // nothing proposes an If
  EXPECT_TRUE(Admitted("Relu", "Upsample", DType::kFloat32));  // in old opsets only
  EXPECT_FALSE(Admitted("Relu", "Tanh", DType::kFloat64));     // not one of the three types
  EXPECT_GT(AdmittedPairCount(), 20000);
  EXPECT_LT(AdmittedPairCount(), 3 * 226 * 226);
}

// Pairs that graphs of a few operators have, with what was seen folded in after each or not.
int64_t PairsOf(bool fold) {
  CombinationCounts seen, all;
  Rng rng(3);
  GraphOptions options{.nodes = 8};
  options.only = {"Abs", "Add",     "Cast", "Concat", "Flatten",   "Gather",
                  "Neg", "Reshape", "Relu", "Shape",  "Transpose", "Where"};
  options.seen = &seen;
  for (int i = 0; i < 150; ++i) {
    const auto test = RandomGraph(rng, options);
    if (!test.has_value()) continue;
    const auto keys = Combinations(test->model.graph);
    all.Add(keys);
    if (fold) seen.Add(keys);
  }
  EXPECT_LE(all.pairs(), AdmittedPairCount());
  return all.pairs();
}

TEST(OperatorPairs, NewOnesComeFirst) {
  const int64_t first = PairsOf(true), any = PairsOf(false);
  EXPECT_GT(any, 100);
  EXPECT_GT(first, any);
}

}  // namespace
}  // namespace assay::generate
