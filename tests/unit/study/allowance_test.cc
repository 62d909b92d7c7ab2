#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "study/settings.h"

namespace assay::study {
namespace {

// Computes until `seconds` of CPU time are gone.
void Burn(double seconds) {
  const double until = CpuSecondsNow() + seconds;
  volatile double x = 1;
  while (CpuSecondsNow() < until)
    for (int i = 0; i < 10000; ++i) x = x * 1.0000001;
}

TEST(Allowance, IsUsedUpByComputingOnly) {
  const Allowance allowance(0.05, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  EXPECT_FALSE(allowance.used_up());
  Burn(0.06);
  EXPECT_TRUE(allowance.used_up());
}

TEST(Allowance, SharesOfIt) {
  const Allowance allowance(0.1, 1);
  Burn(0.04);
  EXPECT_TRUE(allowance.used_up(0.3));
  EXPECT_FALSE(allowance.used_up(0.9));
}

TEST(Allowance, ThoseThatShareUseEqualParts) {
  const Allowance alone(1000, 1), shared(1000, 2);
  Burn(0.04);
  EXPECT_NEAR(shared.used(), alone.used() / 2, 0.02);
}

}  // namespace
}  // namespace assay::study
