#include "cases.h"
#include "resources/work.h"

namespace assay::resources {
namespace {

constexpr double kTensor = 100 * 4;  // bytes of float32[100]

TEST(Liveness, AChainNeedsItsInputTheOutputAndWhatIsBetween) {
  const ModelCase chain = CaseOf(
      "graph (x: float32[100]) -> (y) {\n a = Relu(x)\n b = Neg(a)\n c = Abs(b)\n d = Neg(c)\n"
      " y = Relu(d)\n}");
  const MemoryNeed need = NeedOf(chain.model.graph);
  EXPECT_TRUE(need.known);
  EXPECT_EQ(need.live, 3 * kTensor);  // x, and two neighbours
  EXPECT_EQ(need.all, 6 * kTensor);
}

TEST(Liveness, WhatIsReadLaterStays) {
  const ModelCase skip = CaseOf(
      "graph (x: float32[100]) -> (y) {\n a = Relu(x)\n b = Neg(a)\n c = Abs(b)\n y = Add(a, "
      "c)\n}");
  EXPECT_EQ(NeedOf(skip.model.graph).live, 4 * kTensor);
}

TEST(Liveness, WeightsAreCountedApart) {
  const ModelCase weighted =
      CaseOf("graph (x: float32[3]) -> (y) {\n w: float32[3] = [1, 2, 3]\n y = Add(x, w)\n}");
  EXPECT_EQ(NeedOf(weighted.model.graph).weights, 12);
  EXPECT_EQ(NeedOf(weighted.model.graph).live, 24);
}

}  // namespace
}  // namespace assay::resources
