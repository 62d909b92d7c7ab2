#include <cmath>

#include "evidence_sample.h"

namespace assay::oracle::nan_test {
namespace {

using testing::HasSubstr;

TEST(Nan, NaNAndInfinityWhereTheTruthIsFinite) {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EvidenceSample sample;
    sample.First(EvidenceSample::Gave(1, bad));
    ASSERT_TRUE(sample.Said("nan").has_value());
    EXPECT_THAT(*sample.Said("nan"), HasSubstr("element 1"));
  }
}

TEST(Nan, OtherWrongNumbersAreForOthers) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 7));
  EXPECT_EQ(sample.Said("nan"), std::nullopt);
  EXPECT_TRUE(sample.Said("wrong").has_value());
}

TEST(Nan, NotWhereTheTruthIsNaN) {
  EvidenceSample sample;
  Bounded bounds(DType::kFloat32, {2});
  for (int64_t i = 0; i < 2; ++i) bounds.set(i, Real{0, 0, 0, Nan::kMust});
  sample.truth.lenient = {Known(bounds)};
  sample.First(EvidenceSample::Gave(HUGE_VAL, 1));
  EXPECT_EQ(sample.Said("nan"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::nan_test
