#include "oracle/inaccurate.h"

#include "evidence_sample.h"

namespace assay::oracle::inaccurate_test {
namespace {

// A careful library stays within 0.05 of 1, which is 419430 units in the last place.
EvidenceSample& Asked(EvidenceSample& sample) {
  sample.evidence.seek_inaccurate = true;
  return sample;
}

TEST(Inaccurate, FarBeyondACarefulLibrary) {
  EvidenceSample sample;
  Asked(sample).First(EvidenceSample::Gave(1, 1.25));
  ASSERT_TRUE(sample.Said("inaccurate").has_value());
  EXPECT_THAT(*sample.Said("inaccurate"), testing::StartsWith("far less accurate"));
  EXPECT_TRUE(IsFinding(FindOracle("inaccurate")->status));
}

TEST(Inaccurate, OnlyWhereItIsAskedFor) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1.25));
  EXPECT_EQ(sample.Said("inaccurate"), std::nullopt);
  EXPECT_TRUE(sample.Said("suspicious").has_value());
}

TEST(Inaccurate, ALittleBeyondIsThePriceOfSpeed) {
  constexpr double kUnit = 1.1920928955078125e-07;
  EvidenceSample sample;
  Asked(sample).First(EvidenceSample::Gave(1, 1.05 + 50 * kUnit));
  EXPECT_EQ(sample.Said("inaccurate"), std::nullopt);
  EXPECT_TRUE(sample.Said("suspicious").has_value());
  sample.First(EvidenceSample::Gave(1, 1.05 + (kInaccurateUnits + 50) * kUnit));
  EXPECT_TRUE(sample.Said("inaccurate").has_value());
}

TEST(Inaccurate, MustRepeat) {
  EvidenceSample sample;
  Asked(sample).First(EvidenceSample::Gave(1, 1.25));
  sample.Second(EvidenceSample::Gave(1, 1));
  EXPECT_EQ(sample.Said("inaccurate"), std::nullopt);
  sample.Second(EvidenceSample::Gave(1, 1.25));
  EXPECT_TRUE(sample.Said("inaccurate").has_value());
}

}  // namespace
}  // namespace assay::oracle::inaccurate_test
