#include "cases.h"
#include "resources/work.h"

namespace assay::resources {
namespace {

TEST(CostModel, StepsOfEachKindCountWithTheirOwnTime) {
  CostModel cost;
  cost.run_ms = 1;
  cost.step_ns[static_cast<size_t>(WorkKind::kEach)] = 10;
  cost.step_ns[static_cast<size_t>(WorkKind::kProduct)] = 100;
  Work work;
  work.steps[static_cast<size_t>(WorkKind::kEach)] = 1e6;     // 10 ms
  work.steps[static_cast<size_t>(WorkKind::kProduct)] = 1e5;  // 10 ms
  EXPECT_NEAR(cost.PredictMs(work), 1 + 10 + 10, 1e-9);
  work.nodes = 8;
  EXPECT_GT(cost.PredictMs(work), 21);
}

}  // namespace
}  // namespace assay::resources
