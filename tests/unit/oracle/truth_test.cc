#include "oracle/truth.h"

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "oracle/check.h"

namespace assay::oracle::truth_test {
namespace {

Openness OpennessOf(const std::string& text, std::vector<double> x) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok());
  Subject subject;
  subject.model = std::move(model).value();
  EXPECT_TRUE(ops::InferTypes(subject.model).ok());
  const auto size = static_cast<int64_t>(x.size());
  subject.inputs = {MakeTensor(DType::kFloat32, {size}, x)};
  const auto truth = ComputeTruth(subject, {.strict_too = false, .count_open = true});
  EXPECT_TRUE(truth.ok());
  return truth->openness;
}

TEST(Openness, WhatIsKnownIsNotOpen) {
  const Openness open =
      OpennessOf("graph (x: float32[2]) -> (y) { h = Neg(x)\n y = Exp(h) }", {1, 2});
  EXPECT_EQ(open.at("Exp").elements, 2);
  EXPECT_EQ(open.at("Exp").open, 0);
}

TEST(Openness, IsCountedWhereItArisesAndWhereItGoes) {
  // A float beyond the integer type may become anything.
  const Openness open =
      OpennessOf("graph (x: float32[2]) -> (y) { h = Cast<to=int32>(x)\n y = Neg(h) }", {1, 1e30});
  EXPECT_EQ(open.at("Cast").elements, 2);
  EXPECT_EQ(open.at("Cast").open, 1);
  EXPECT_EQ(open.at("Neg").open, 0);
  EXPECT_EQ(open.at("Neg").inherited, 1);
}

}  // namespace
}  // namespace assay::oracle::truth_test
