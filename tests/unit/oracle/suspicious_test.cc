#include "evidence_sample.h"

namespace assay::oracle::suspicious_test {
namespace {

TEST(Suspicious, LessAccurateThanACarefulLibrary) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1.25));
  EXPECT_TRUE(sample.Said("suspicious").has_value());
  EXPECT_FALSE(IsFinding(FindOracle("suspicious")->status));
  sample.First(EvidenceSample::Gave(1, 1.03125));
  EXPECT_EQ(sample.Said("suspicious"), std::nullopt);
}

TEST(Suspicious, ALayerALittleOutsideIsNamed) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 1));
  sample.evidence.faults = {{0, "Conv", "h", 3, 1.5, 1, 1.25, false}};
  EXPECT_EQ(sample.Said("suspicious"),
            "layer Conv, tensor 'h', element 3: got 1.5, truth in [1, 1.25] on the target's own "
            "inputs");
  EXPECT_EQ(sample.Said("wrong"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::suspicious_test
