#include "reduce/reduce.h"

#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Suspect, TheFirstWrongLayerOrWhatTheMessageNames) {
  const ModelCase now =
      CaseOf("graph (x: float32[2]) -> (y) {\n [first] a = Relu(x)\n [second] y = Neg(a)\n}");
  oracle::TargetResult result;
  result.message = "node 'first' is not supported";
  EXPECT_EQ(Suspect(now, result), "a");
  result.message = "something else";
  EXPECT_EQ(Suspect(now, result), "");
  result.faults.push_back({.node = 1, .op = "Neg", .tensor = "y"});
  EXPECT_EQ(Suspect(now, result), "y");
}

TEST(LockedOn, SaysWhatIsKept) {
  triage::Symptom symptom;
  symptom.oracle = "wrong";
  symptom.op = "Relu";
  symptom.gross = true;
  EXPECT_EQ(LockedOn(symptom), "wrong of layer Relu, too far outside the bound for rounding");
}

}  // namespace
}  // namespace assay::reduce
