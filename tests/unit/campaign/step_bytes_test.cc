#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "campaign/spool_file.h"

namespace assay::campaign {
namespace {

// Whoever writes what another process has left, on whatever machine, writes where it was seen.
TEST(StepBytes, TheMachineTravelsWithTheStep) {
  store::CampaignStep step;
  step.machine = {"another", "Some CPU\xff"};
  const auto read = StepFrom(StepBytes(step));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->machine, step.machine);
}

TEST(StepBytes, AStepOfAnOlderProgramHasNone) {
  const std::string bytes = StepBytes({});
  auto value = nlohmann::json::from_cbor(bytes);
  value.erase("machine");
  value.erase("processor");
  const std::vector<uint8_t> older = nlohmann::json::to_cbor(value);
  const auto read = StepFrom(std::string(older.begin(), older.end()));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->machine, Machine());
}

}  // namespace
}  // namespace assay::campaign
