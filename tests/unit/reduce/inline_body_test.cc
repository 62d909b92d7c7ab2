#include "reduce/inline_body.h"

#include "tests/unit/triage/planted.h"

namespace assay::reduce::inline_body_test {
namespace {

std::string OpsOf(const ModelCase& model_case) {
  std::string out;
  for (const NodePtr& node : model_case.model.graph.nodes()) out += node->op + " ";
  return out;
}

TEST(InlineBody, OneTurnOfAScan) {
  const ModelCase scan = triage::CaseOf(R"(graph (s: float32[2], x: float32[3,2]) -> (y, z) {
  (y, z) = Scan<body=graph b (t: float32[2], v: float32[2]) -> (u, w) {
    u = Neg(t)
    w = HardSwish(v)
  }, num_scan_inputs=1>(s, x)
})");
  ASSERT_TRUE(HasBody(scan.model, 0));
  const auto turn = Inlined(scan, 0, 0);
  ASSERT_TRUE(turn.has_value());
  EXPECT_EQ(OpsOf(*turn), "Gather Neg HardSwish ");
  EXPECT_FALSE(Inlined(scan, 0, 1).has_value());
}

TEST(InlineBody, WhatHoldsNothingStays) {
  const ModelCase plain = triage::CaseOf("graph (x: float32[2]) -> (y) { y = Neg(x) }");
  EXPECT_FALSE(HasBody(plain.model, 0));
  EXPECT_FALSE(Inlined(plain, 0, 0).has_value());
}

}  // namespace
}  // namespace assay::reduce::inline_body_test
