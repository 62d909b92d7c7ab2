#include "oracle/regrouped.h"

#include <limits>

#include "evidence_sample.h"

namespace assay::oracle::regrouped_test {
namespace {

Verdict Forgiven(double a, double b) {
  const EvidenceSample sample(1e-9);
  auto outputs = sample.Judged(EvidenceSample::Gave(a, b));
  EXPECT_EQ(outputs[0].verdict, Verdict::kWrong);
  ForgiveRegrouping(outputs);
  return outputs[0].verdict;
}

TEST(Regrouped, TwoUnitsAreRounding) {
  constexpr double kUnit = 0x1p-23;
  EXPECT_EQ(Forgiven(1, 1 + 2 * kUnit), Verdict::kSuspicious);
  EXPECT_EQ(Forgiven(1, 1 + 3 * kUnit), Verdict::kWrong);
  EXPECT_EQ(Forgiven(1 + kUnit, std::numeric_limits<double>::infinity()), Verdict::kWrong);
}

}  // namespace
}  // namespace assay::oracle::regrouped_test
