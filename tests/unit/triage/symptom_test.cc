#include "triage/symptom.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::triage::symptom_test {
namespace {

oracle::TargetResult Wrong(const std::string& output) {
  oracle::TargetResult result;
  result.name = "a";
  result.oracle = "value";
  result.status = oracle::CaseStatus::kWrong;
  oracle::Judgement judgement;
  judgement.name = output;
  judgement.verdict = oracle::Verdict::kWrong;
  result.outputs.push_back(judgement);
  return result;
}

TEST(Signature, WrongOutputsAreTheSameWhenTheirOperatorIs) {
  const auto model =
      ParseModelText("graph (x) -> (p, q, r) { p = Relu(x)\n q = Relu(x)\n r = Neg(x) }");
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(Signature(Wrong("p"), model->graph), Signature(Wrong("q"), model->graph));
  EXPECT_NE(Signature(Wrong("p"), model->graph), Signature(Wrong("r"), model->graph));
}

TEST(Signature, TheFirstFaultyLayerDecides) {
  const auto model = ParseModelText("graph (x) -> (p) { p = Relu(x) }");
  oracle::TargetResult result = Wrong("p");
  oracle::LayerFault fault;
  fault.op = "Conv";
  fault.tensor = "p";
  result.faults.push_back(fault);
  EXPECT_NE(Signature(result, model->graph).find("layer Conv"), std::string::npos);
}

TEST(Symptom, AWrongLayerBesideTheWrongOutputIsAnotherFailure) {
  const auto model =
      ParseModelText("graph (x) -> (p, q) { p = Erf(x)\n h = Neg(x)\n q = Relu(h) }");
  oracle::TargetResult result = Wrong("q");
  for (const auto& [op, tensor] : {std::pair("Erf", "p"), std::pair("Neg", "h")}) {
    oracle::LayerFault fault;
    fault.op = op;
    fault.tensor = tensor;
    result.faults.push_back(fault);
  }
  EXPECT_EQ(SymptomOf(result, model->graph, "f").op, "Neg");
  result.faults.pop_back();
  EXPECT_EQ(SymptomOf(result, model->graph, "f").op, "");
  EXPECT_EQ(SymptomOf(result, model->graph, "f").ahead, "Relu");
}

TEST(Symptom, FarOutsideDoesNotBecomeJustOutside) {
  const Symptom far = {.framework = "f", .oracle = "wrong", .op = "Conv", .gross = true};
  Symptom near = far;
  near.gross = false;
  EXPECT_FALSE(SameFailure(far, near));
  EXPECT_TRUE(SameFailure(near, far));
  near.op = "Add";
  EXPECT_FALSE(SameFailure(near, far));
}

TEST(Symptom, WhatUsersSeeDoesNotBecomeWhatOnlyShowsInside) {
  const Symptom seen = {.framework = "f", .oracle = "wrong", .op = "Conv", .output = true};
  Symptom inside = seen;
  inside.output = false;
  EXPECT_FALSE(SameFailure(seen, inside));
  EXPECT_TRUE(SameFailure(inside, seen));
}

TEST(Symptom, WhatMakesTheWrongOutputMayChange) {
  const Symptom relu = {.framework = "f", .oracle = "wrong", .ahead = "Relu"};
  Symptom clip = relu;
  clip.ahead = "Clip";
  EXPECT_TRUE(SameFailure(relu, clip));
}

TEST(Signature, IdsAreShortAndStable) {
  const std::string id = FindingId("a | b");
  EXPECT_EQ(id.size(), 13u);
  EXPECT_EQ(id[0], 'f');
  EXPECT_EQ(id, FindingId("a | b"));
  EXPECT_NE(id, FindingId("a | c"));
}

}  // namespace
}  // namespace assay::triage::symptom_test
