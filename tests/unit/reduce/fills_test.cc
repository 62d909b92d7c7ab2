#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Fills, ZerosWhereNothingMatters) {
  const ModelCase start = CaseOf("graph (x: float32[3]) -> (y) { y = Relu(x) }");
  const ModelCase small = AfterPass("fills", start, [](const ModelCase&) { return true; });
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(small.inputs[0].tensor.RealAt(i), 0);
}

TEST(Fills, OneElementThatMattersIsLeft) {
  const ModelCase start = CaseOf("graph (x: float32[8]) -> (y) { y = Relu(x) }");
  const ModelCase small = AfterPass(
      "fills", start, [](const ModelCase& now) { return now.inputs[0].tensor.RealAt(5) > 2.6; });
  const Tensor& x = small.inputs[0].tensor;
  for (int64_t i = 0; i < 8; ++i) EXPECT_EQ(x.RealAt(i), i == 5 ? 3 : 0) << i;
}

}  // namespace
}  // namespace assay::reduce
