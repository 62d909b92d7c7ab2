#include "evidence_sample.h"

namespace assay::oracle::nondeterministic_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(Nondeterministic, FurtherApartThanTwoCorrectRuns) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1));
  sample.Second(EvidenceSample::Gave(1, 2.5));
  ASSERT_TRUE(sample.Said("nondeterministic").has_value());
  EXPECT_THAT(*sample.Said("nondeterministic"), EndsWith("\noutput 'y', element 1: 1 and 2.5"));
}

// What threads and alignment do.
TEST(Nondeterministic, OtherBitsWithinTheBoundsAreNobodysFault) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 0.75));
  sample.Second(EvidenceSample::Gave(1, 1.25));
  EXPECT_EQ(sample.Said("nondeterministic"), std::nullopt);
}

TEST(Nondeterministic, RunsThatEndDifferently) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1));
  sample.Second(EvidenceSample::Ended(lab::Ending::kFailed, "no kernel"));
  ASSERT_TRUE(sample.Said("nondeterministic").has_value());
  EXPECT_THAT(*sample.Said("nondeterministic"), HasSubstr("no kernel"));
}

TEST(Nondeterministic, OneRunSaysNothing) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 7));
  EXPECT_EQ(sample.Said("nondeterministic"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::nondeterministic_test
