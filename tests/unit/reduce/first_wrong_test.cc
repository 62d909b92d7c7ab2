#include "reduce/first_wrong.h"

#include "tests/unit/triage/planted.h"

namespace assay::reduce::first_wrong_test {
namespace {

using FirstWrongTest = triage::Planted;

// The operators of the part that a failure comes from; "" when there is none.
std::string Of(const std::string& fault, const std::string& text) {
  lab::Lab lab;
  const triage::Probe probe(triage::PlantedTarget(fault), lab);
  const ModelCase model_case = triage::CaseOf(text);
  const auto seen = probe.Run(model_case);
  EXPECT_TRUE(seen.ok() && seen->finding()) << fault;
  const auto part = FirstWrong(model_case, probe, *seen);
  std::string out;
  if (part.has_value())
    for (const NodePtr& node : part->model_case.model.graph.nodes()) out += node->op + " ";
  return out;
}

TEST_F(FirstWrongTest, WhatIsRefusedLaterIsWrongBefore) {
  EXPECT_EQ(Of("reduce-keeps-dims", R"(graph (x: float32[2,3,4]) -> (y) {
  a: int64[2] = [0, 1]
  p: int64[2] = [0, 1]
  t = ReduceL1<keepdims=0>(x, a)
  y = Pad(t, p)
})"),
            "ReduceL1 ");
}

TEST_F(FirstWrongTest, WhatNeedsItsNeighbourHasNoPart) {
  EXPECT_EQ(Of("neg-absorbed", R"(graph (x: float32[2]) -> (y) {
  x: float32[2] = [1, 2]
  t = Neg(x)
  y = Add(t, x)
})"),
            "");
}

}  // namespace
}  // namespace assay::reduce::first_wrong_test
