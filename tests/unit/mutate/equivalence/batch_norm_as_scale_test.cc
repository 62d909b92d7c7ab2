#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(BatchNormAsScale, IsOneMultiplicationAndOneAddition) {
  const std::string_view text = R"(graph (x: float32[1,2,3,3]) -> (y) {
    s: float32[2] = [1, 2]  t: float32[2] = [0, 1]  m: float32[2] = [0, 1]  v: float32[2] = [1, 4]
    y = BatchNormalization(x, s, t, m, v) })";
  EXPECT_EQ(OpsAfter("batch-norm-as-scale", text), "Add Sqrt Div Mul Sub Reshape Mul Reshape Add");
}

TEST(BatchNormAsScale, LeavesTrainingAlone) {
  EXPECT_EQ(SiteCount("batch-norm-as-scale", R"(graph (x: float32[1,2,3,3]) -> (y) {
    s: float32[2] = [1, 2]  t: float32[2] = [0, 1]  m: float32[2] = [0, 1]  v: float32[2] = [1, 4]
    (y, _, _) = BatchNormalization<training_mode=1>(x, s, t, m, v) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
