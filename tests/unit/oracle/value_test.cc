#include "evidence_sample.h"
#include "lab/impossible.h"

namespace assay::oracle::value_test {
namespace {

using testing::HasSubstr;

TEST(Value, OutsideTheBoundsIsWrong) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1.75));
  EXPECT_EQ(sample.Said("wrong"), "output 'y', element 1: got 1.75, truth 1 ± 0.5");
  sample.First(EvidenceSample::Gave(1, 1.5));
  EXPECT_EQ(sample.Said("wrong"), std::nullopt);
}

TEST(Value, ALayerFarOutsideIsWrongAlthoughTheOutputsAreNot) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1));
  sample.evidence.faults = {{0, "Conv", "h", 3, 150, 1, 1.25, true}};
  ASSERT_TRUE(sample.Said("wrong").has_value());
  EXPECT_THAT(*sample.Said("wrong"), HasSubstr("layer Conv, tensor 'h', element 3: got 150"));
}

TEST(Value, ABooleanThatIsNeitherIsAWrongValueAndNoCrash) {
  EvidenceSample sample;
  lab::Observation seen = EvidenceSample::Ended(lab::Ending::kProtocol, "a bool with the byte 114");
  sample.First(seen);
  EXPECT_TRUE(sample.Said("crash").has_value()) << "the protocol is broken";
  EXPECT_EQ(sample.Said("wrong"), std::nullopt);
  seen.kind = lab::kImpossibleValue;
  sample.First(seen);
  EXPECT_EQ(sample.Said("crash"), std::nullopt);
  EXPECT_EQ(sample.Said("wrong"), "a bool with the byte 114");
}

}  // namespace
}  // namespace assay::oracle::value_test
