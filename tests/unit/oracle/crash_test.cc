#include "evidence_sample.h"

namespace assay::oracle::crash_test {
namespace {

using lab::Ending;

TEST(Crash, EveryWayToTakeTheProcessDown) {
  for (const Ending ending :
       {Ending::kCrash, Ending::kOutOfMemory, Ending::kFlood, Ending::kProtocol}) {
    EvidenceSample sample;
    sample.First(EvidenceSample::Ended(ending, "signal 11"));
    EXPECT_EQ(sample.Said("crash"), "signal 11");
  }
}

TEST(Crash, NotWhatIsRefusedTakesTooLongOrDoesNotComeUp) {
  for (const Ending ending :
       {Ending::kFailed, Ending::kHang, Ending::kUnsupported, Ending::kNotReady}) {
    EvidenceSample sample;
    sample.First(EvidenceSample::Ended(ending, "no"));
    EXPECT_EQ(sample.Said("crash"), std::nullopt);
  }
}

TEST(Crash, OneThatDoesNotComeBackIsForOthers) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Ended(Ending::kCrash, "signal 11"));
  sample.Second(EvidenceSample::Gave(1, 1));
  EXPECT_EQ(sample.Said("crash"), std::nullopt);
  EXPECT_TRUE(sample.Said("nondeterministic").has_value());
}

}  // namespace
}  // namespace assay::oracle::crash_test
