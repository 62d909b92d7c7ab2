#include "evidence_sample.h"

namespace assay::oracle::hang_test {
namespace {

TEST(Hang, SaysWhereItIsStuck) {
  EvidenceSample sample;
  lab::Observation seen = EvidenceSample::Ended(lab::Ending::kHang, "no reply within 3 s");
  seen.kind = "wall time";
  seen.where = "in pool.c";
  sample.First(seen);
  EXPECT_EQ(sample.Said("hang"), "wall time: no reply within 3 s\nwhere it is stuck:\nin pool.c");
}

// A machine that was busy with something else.
TEST(Hang, OneThatDoesNotComeBackIsNone) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Ended(lab::Ending::kHang, "late"));
  sample.Second(EvidenceSample::Gave(1, 1));
  EXPECT_EQ(sample.Said("hang"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::hang_test
