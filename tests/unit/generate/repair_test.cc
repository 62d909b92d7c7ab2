#include "generate/repair.h"

#include <gtest/gtest.h>

#include "ops/op.h"
#include "ops/schema.h"

namespace assay::generate {
namespace {

TEST(Repair, KnowsWhatOperatorsNeed) {
  EXPECT_EQ(NeedOf("Log").range, Range::kPositive);
  EXPECT_EQ(NeedOf("Div").operand, 1);
  EXPECT_EQ(NeedOf("Exp").range, Range::kSmall);
  EXPECT_EQ(NeedOf("Exp").operand, -1);
}

// A chain of an operator that is not there would silently never repair anything.
TEST(Repair, ChainsAreMadeOfOperatorsThatExist) {
  for (const Range range :
       {Range::kPositive, Range::kNonZero, Range::kAboveOne, Range::kUnit, Range::kSmall})
    for (const bool floating : {false, true}) {
      EXPECT_FALSE(RepairsFor(range, floating).empty());
      for (const auto chain : RepairsFor(range, floating))
        for (const RepairStep& step : chain) {
          const ops::Schema* schema = ops::FindSchema("", step.op, 13);
          ASSERT_NE(schema, nullptr) << step.op;
          const DType dtype = floating ? DType::kFloat32 : DType::kInt32;
          EXPECT_TRUE(schema->inputs[0].type_set().AdmitsTensor(dtype)) << step.op;
          EXPECT_NE(ops::FindOp("", step.op)->evaluate, nullptr);
        }
    }
}

}  // namespace
}  // namespace assay::generate
