#include "reduce/extract.h"

#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Extract, WhatIsUsedOutsideBecomesAnOutput) {
  const ModelCase whole =
      CaseOf("graph (x: float32[2]) -> (y) {\n a = Relu(x)\n b = Neg(a)\n y = Add(a, b)\n}");
  const auto values = AllValues(whole);
  ASSERT_TRUE(values.ok());
  const auto part = Extract(whole, *values, {true, true, false});
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->model.graph.outputs.size(), 2u);
  EXPECT_EQ(part->inputs.size(), 1u);
}

TEST(Extract, SuppliesWhatIsMadeOutside) {
  const ModelCase whole = CaseOf("graph (x: float32[2]) -> (y) {\n a = Neg(x)\n y = Abs(a)\n}");
  const auto values = AllValues(whole);
  const auto as_input = Extract(whole, *values, {false, true}, Supply::kInputs);
  ASSERT_TRUE(as_input.has_value());
  EXPECT_EQ(as_input->inputs.at(0).tensor.RealAt(0), -1.5);
  const auto constant = Extract(whole, *values, {false, true}, Supply::kConstants);
  ASSERT_TRUE(constant.has_value());
  EXPECT_TRUE(constant->inputs.empty());
  EXPECT_FALSE(Extract(whole, {}, {false, true}).has_value()) << "the value is missing";
  EXPECT_FALSE(Extract(whole, *values, {false, false}).has_value()) << "nothing is made";
}

}  // namespace
}  // namespace assay::reduce
