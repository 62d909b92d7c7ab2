#include "evidence_sample.h"

namespace assay::oracle::rejected_test {
namespace {

TEST(Rejected, ALegalModelIsRefusedTwice) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Ended(lab::Ending::kFailed, "bad shape"));
  EXPECT_EQ(sample.Said("rejected"), "bad shape");
  sample.Second(EvidenceSample::Ended(lab::Ending::kFailed, "bad shape"));
  EXPECT_EQ(sample.Said("rejected"), "bad shape");
  sample.Second(EvidenceSample::Gave(1, 1));
  EXPECT_EQ(sample.Said("rejected"), std::nullopt);
}

TEST(Rejected, AGapIsNoRefusal) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Ended(lab::Ending::kUnsupported, "no such operator"));
  EXPECT_EQ(sample.Said("rejected"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::rejected_test
