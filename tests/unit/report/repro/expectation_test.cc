#include "report/repro/expectation.h"

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "triage/case_bytes.h"

namespace assay::report {
namespace {

using nlohmann::json;
using oracle::CaseStatus;

struct Case {
  oracle::Subject subject;
  oracle::Truth truth;
};

// `text` with inputs of doubles counted from `first`.
Case MakeCase(const std::string& text, double first) {
  ModelCase model_case;
  model_case.model = *ParseModelText(text);
  EXPECT_TRUE(ops::InferTypes(model_case.model, {}).ok());
  for (const ValueId id : model_case.model.graph.inputs) {
    const TensorType& type = model_case.model.graph.type(id).tensor;
    std::vector<double> values(static_cast<size_t>(ElementCount(*type.shape())));
    for (double& value : values) value = first++;
    model_case.inputs.emplace_back(MakeTensor(type.dtype, *type.shape(), values));
  }
  Case out;
  out.subject = *triage::MakeSubject(model_case);
  out.truth = *oracle::ComputeTruth(out.subject, {.strict_too = false});
  return out;
}

oracle::TargetResult WrongAt(const std::string& output, int64_t element) {
  oracle::TargetResult out;
  out.status = CaseStatus::kWrong;
  oracle::Judgement judgement;
  judgement.name = output;
  judgement.verdict = oracle::Verdict::kWrong;
  judgement.has_worst = true;
  judgement.worst_index = element;
  out.outputs.push_back(judgement);
  return out;
}

TEST(Expectation, OneElementWithItsBounds) {
  const Case c = MakeCase("graph (x: float32[2,3]) -> (y) { y = Exp(x) }", 0);
  const auto expect = Expectation(c.subject, c.truth, WrongAt("y", 4), 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["how"], "value");
  EXPECT_EQ((*expect)["index"], json({1, 1}));
  EXPECT_NEAR((*expect)["truth"].get<double>(), 54.598150033144236, 1e-9);  // e^4
  EXPECT_LT((*expect)["low"].get<double>(), (*expect)["truth"].get<double>());
  EXPECT_GT((*expect)["high"].get<double>(), (*expect)["truth"].get<double>());
}

TEST(Expectation, IntegersAreExact) {
  const Case c = MakeCase("graph (x: int64[2]) -> (y) { y = Add(x, x) }", 5);
  const auto expect = Expectation(c.subject, c.truth, WrongAt("y", 1), 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["low"], 12);
  EXPECT_EQ((*expect)["high"], 12);
  EXPECT_FALSE((*expect)["real"].get<bool>());
}

TEST(Expectation, AnotherShapeIsAskedForAsSuch) {
  const Case c = MakeCase("graph (x: float32[2,3]) -> (y) { y = Transpose(x) }", 0);
  oracle::TargetResult result = WrongAt("y", 0);
  result.outputs[0].other_type = true;
  const auto expect = Expectation(c.subject, c.truth, result, 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["how"], "type");
  EXPECT_EQ((*expect)["shape"], json({3, 2}));
}

TEST(Expectation, ALayerInsideIsTapped) {
  const Case c = MakeCase("graph (x: float16[2]) -> (y) { h = Exp(x)\n y = Neg(h) }", 0);
  oracle::TargetResult result;
  result.status = CaseStatus::kWrong;
  oracle::LayerFault fault;
  fault.op = "Exp";
  fault.tensor = "h";
  fault.element = 1;
  fault.lo = 2.5;
  fault.hi = 3;
  fault.gross = true;
  result.faults.push_back(fault);
  const auto expect = Expectation(c.subject, c.truth, result, 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["output"], "h");
  EXPECT_TRUE((*expect)["layer"].get<bool>());
  EXPECT_EQ((*expect)["low"], 2.5);
}

TEST(Expectation, ARefusalIsKnownByItsMessageAndTellsTheResult) {
  const Case c = MakeCase("graph (x: float32[2]) -> (y) { y = Neg(x) }", 1);
  oracle::TargetResult result;
  result.status = CaseStatus::kRejected;
  result.message = "node n7: cannot be merged with its neighbour";
  const auto expect = Expectation(c.subject, c.truth, result, 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["fragment"], "cannot be merged with its neighbour");
  EXPECT_EQ((*expect)["values"], json({-1.0, -2.0}));
}

TEST(Expectation, WhatIsFineGivesNothing) {
  const Case c = MakeCase("graph (x: float32[2]) -> (y) { y = Neg(x) }", 1);
  EXPECT_FALSE(Expectation(c.subject, c.truth, {}, 1, 1).ok());
}

TEST(Expectation, BoundsOfAllElementsForWhatChanges) {
  const Case c = MakeCase("graph (x: float32[2]) -> (y) { y = Neg(x) }", 1);
  oracle::TargetResult result;
  result.status = CaseStatus::kNondeterministic;
  const auto expect = Expectation(c.subject, c.truth, result, 1, 1);
  ASSERT_TRUE(expect.ok());
  EXPECT_EQ((*expect)["how"], "repeat");
  EXPECT_EQ((*expect)["low"], json({-1.0, -2.0}));
}

TEST(StableFragment, LastWordsWithoutNamesNumbersAndSignatures) {
  EXPECT_EQ(StableFragment("Exception during initialization: /src/a.cc:83 ns::Apply(ns::Graph&) "
                           "Unexpected data type for Clip 'min' input of 11"),
            "Unexpected data type for Clip");
  EXPECT_EQ(StableFragment("expected scalar type Long but found Int\nmore"),
            "expected scalar type Long but found Int");
  EXPECT_EQ(StableFragment("failed: 12"), "failed:");
  EXPECT_EQ(StableFragment(""), "");
}

}  // namespace
}  // namespace assay::report
