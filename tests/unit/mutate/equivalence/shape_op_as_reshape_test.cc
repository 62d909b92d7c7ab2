#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ShapeOpAsReshape, ReplacesAllThree) {
  for (const char* node : {"Flatten(x)", "Squeeze(x)", "Unsqueeze(x, a)"})
    EXPECT_EQ(OpsAfter("shape-op-as-reshape",
                       std::string("graph (x: float32[2,1,3]) -> (y) { a: int64[1] = [0]  y = ") +
                           node + " }"),
              "Reshape")
        << node;
}

TEST(ShapeOpAsReshape, NeedsAKnownShape) {
  EXPECT_EQ(SiteCount("shape-op-as-reshape", "graph (x: float32[n,3,4]) -> (y) { y = Flatten(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
