#include "triage/cause.h"

#include <gtest/gtest.h>

namespace assay::triage::cause_test {
namespace {

Cause Make(const std::string& kind, const std::string& message, std::set<std::string> needs,
           const std::string& canonical) {
  Cause out;
  out.kind = kind;
  out.message = message;
  out.needs = std::move(needs);
  out.canonical = canonical;
  return out;
}

oracle::TargetResult Off(double got, double truth) {
  oracle::TargetResult out;
  out.status = oracle::CaseStatus::kWrong;
  oracle::Judgement one;
  one.verdict = oracle::Verdict::kWrong;
  one.has_worst = true;
  one.got = got;
  one.truth = truth;
  one.excess = std::abs(got - truth);
  out.outputs.push_back(one);
  return out;
}

TEST(Cause, IsKeptAsJson) {
  Cause cause = Make("shape", "", {"empty"}, "t0:float32 = ReduceMax(i0:float32)");
  cause.ops = {"ReduceMin"};
  cause.error = "gross";
  cause.own = "t0:float32 = ReduceMin(i0:float32)";
  EXPECT_EQ(CauseJson(CauseOf(CauseJson(cause))), CauseJson(cause));
  EXPECT_FALSE(CauseOf(nlohmann::json()).known());
  EXPECT_FALSE(CauseOf({{"canonical", 3}, {"needs", "x"}}).known());
}

TEST(Cause, OneSentenceUnderOneConditionIsOneMechanism) {
  const std::string says = "Concat: axis # is out of range", also = "Split: axis # is out of range";
  const std::string concat = "t0:float32 = Concat<axis>(i0:float32)";
  const std::string split = "t0:float32 = Split<axis>(i0:float32)";
  const auto text = [](const Cause& cause) { return MechanismOf(cause).text; };
  EXPECT_EQ(text(Make("rejected", says, {"negative axis"}, concat)),
            text(Make("rejected", also, {"negative axis"}, split)));
  EXPECT_NE(text(Make("rejected", says, {"negative axis"}, concat)),
            text(Make("rejected", says, {"empty"}, concat)));
  EXPECT_NE(text(Make("rejected", says, {}, concat)), text(Make("rejected", also, {}, split)));
}

TEST(Cause, TheConditionTellsTwoFailuresOfAnOperatorApart) {
  const std::string sum = "t0:float32 = ReduceSum(i0:float32)";
  EXPECT_NE(MechanismOf(Make("wrong", "", {"empty"}, sum)).text,
            MechanismOf(Make("wrong", "", {}, sum)).text);
  EXPECT_EQ(MechanismOf(Make("shape", "", {"empty", "negative axis"}, sum)).text,
            MechanismOf(Make("shape", "", {"empty", "negative axis"},
                             "t0:float32 = ReduceMax<axes>(i0:float32)"))
                .text);
}

TEST(Cause, SizesDecideWhetherMistakenAxesGiveAnotherShape) {
  const auto text = [](const std::string& kind, std::set<std::string> needs,
                       const std::string& canonical) {
    return MechanismOf(Make(kind, "", std::move(needs), canonical)).text;
  };
  const std::string sum = "t0:float32 = ReduceSum(i0:float32)";
  EXPECT_EQ(text("shape", {"negative axis"}, sum), text("wrong", {"negative axis"}, sum));
  EXPECT_NE(text("shape", {}, sum), text("wrong", {}, sum));
  const std::string pair = "t0:float32 = MatMul(i0:float32); t1:float32 = Add(t0, i1:float32)";
  EXPECT_EQ(text("shape", {}, pair), text("wrong", {}, pair)) << "what an optimiser did to several";
}

TEST(Cause, CastsTo16BitsRoundInOneWay) {
  const auto cast = [](const std::string& type, const std::string& error) {
    Cause out = Make("wrong", "", {}, "t0:" + type + " = Cast<to>(i0:float32)");
    out.error = error;
    return MechanismOf(out);
  };
  EXPECT_TRUE(cast("float16", "coarse").Explains(cast("bfloat16", "coarse")));
  EXPECT_TRUE(cast("float16", "coarse").Explains(cast("float16", "fine")));
  EXPECT_FALSE(cast("float16", "coarse").Explains(cast("float16", "gross")));
}

TEST(Cause, WhatComesAndGoesHasNoConditions) {
  const auto unsteady = [](const std::string& canonical) {
    Cause out = Make("wrong", "", {}, canonical);
    out.error = kUnsteady;
    return MechanismOf(out);
  };
  EXPECT_TRUE(unsteady("t0:float32 = Conv<pads>(i0:float32)")
                  .Explains(unsteady("t0:float32 = MatMul(i0:float32)")));
  EXPECT_FALSE(unsteady("t0:float32 = Conv<pads>(i0:float32)")
                   .Explains(unsteady("t0:float32 = Exp(i0:float32)")));
}

TEST(Cause, WhatTheFrameworkMadeItselfIsTheCauseWhateverItWasMadeOf) {
  Cause one = CauseOf({{"kind", "rejected"},
                       {"message", "Type Error: Type '' of operator (QuantizeLinear)"},
                       {"needs", {"constant"}},
                       {"canonical", "t0:int32 = DequantizeLinear(i0:int32, i1:float32)"},
                       {"blamed", "QuantizeLinear"}});
  Cause other = one;
  other.needs.clear();
  other.canonical = "t0:float32 = DequantizeLinear(i0:int32); t1:float32 = Transpose(t0)";
  EXPECT_EQ(MechanismOf(one).text, MechanismOf(other).text);
  other.blamed = "MatMulIntegerToFloat";
  EXPECT_NE(MechanismOf(one).text, MechanismOf(other).text);
}

TEST(Cause, AnInferredShapeThatIsNotMadeIsAMatterOfShapes) {
  Cause function = CauseOf({{"kind", "rejected"},
                            {"message", "Shape mismatch attempting to re-use buffer. {#} != {#}."},
                            {"needs", {"empty", "negative axis"}},
                            {"canonical", "t0:float16 = Softmax(i0:float16)"},
                            {"blamed", "ReduceMax"}});
  Cause itself = CauseOf({{"kind", "shape"},
                          {"needs", {"empty", "negative axis"}},
                          {"canonical", "t0:float32 = ReduceSum(i0:float32)"}});
  EXPECT_EQ(MechanismOf(function).text, MechanismOf(itself).text);
}

TEST(Cause, WhatFailsWithInputsExplainsWhatNeedsConstants) {
  const Cause free =
      CauseOf({{"kind", "wrong"}, {"canonical", "t0:float16 = Conv<group>(i0:float16)"}});
  Cause bound = free;
  bound.needs = {"constant"};
  EXPECT_TRUE(MechanismOf(free).Explains(MechanismOf(bound)));
  EXPECT_FALSE(MechanismOf(bound).Explains(MechanismOf(free)));
  bound.needs = {"constant", "negative values"};
  EXPECT_TRUE(MechanismOf(free).Explains(MechanismOf(bound)));
  bound.needs = {"constant", "empty"};
  EXPECT_FALSE(MechanismOf(free).Explains(MechanismOf(bound)));
}

TEST(Cause, HowFarOff) {
  EXPECT_EQ(ErrorOf(Off(3, 1)), "gross");
  EXPECT_EQ(ErrorOf(Off(1.75, 1.757)), "coarse");
  EXPECT_EQ(ErrorOf(Off(1.00001, 1)), "fine");
  EXPECT_EQ(ErrorOf(Off(1, 351843720888320.0)), "gross");
  oracle::TargetResult marked = Off(0, 351843720888320.0);
  marked.outputs[0].low_bits = true;
  EXPECT_EQ(ErrorOf(marked), "low bits");
  marked.outputs[0].exchanged = true;
  EXPECT_EQ(ErrorOf(marked), "exchanged");
  oracle::TargetResult type = Off(1, 1);
  type.outputs[0].other_type = true;
  type.outputs[0].note = "expected int64[2], got int32[2]";
  EXPECT_EQ(ErrorOf(type), "int32 for int64");
  type.outputs[0].note = "expected int64[2], got int64[3]";
  EXPECT_EQ(ErrorOf(type), "");
}

TEST(Cause, LayersThatAreExchangedAreOneMechanism) {
  oracle::TargetResult inside;
  inside.status = oracle::CaseStatus::kWrong;
  inside.faults.resize(2);
  EXPECT_EQ(ErrorOf(inside), "");
  inside.faults[0].exchanged = inside.faults[1].exchanged = true;
  EXPECT_EQ(ErrorOf(inside), "exchanged");
}

TEST(Cause, ConditionsOfValuesDoNotTellAFailureFromAMoreGeneralOne) {
  const auto max = [](std::set<std::string> needs) {
    return MechanismOf(
        Make("wrong", "", std::move(needs), "t0:float32 = Max(i0:float32, i1:float32)"));
  };
  const Mechanism sum =
      MechanismOf(Make("wrong", "", {"more operands"}, "t0:float32 = Sum(i0:float32, i1:float32)"));
  EXPECT_TRUE(sum.Explains(max({"more operands", "negative values"})));
  EXPECT_FALSE(sum.Explains(max({"negative values"})));
  EXPECT_FALSE(max({"more operands", "negative values"}).Explains(sum)) << "not the other way";
}

}  // namespace
}  // namespace assay::triage::cause_test
