#include "evidence_sample.h"

namespace assay::oracle::shape_test {
namespace {

using testing::StartsWith;

TEST(Shape, AnotherShapeOrElementTypeIsNamed) {
  const double values[] = {1, 1};
  for (const Tensor& got :
       {MakeTensor(DType::kFloat32, {2, 1}, values), MakeTensor(DType::kFloat64, {2}, values)}) {
    EvidenceSample sample;
    lab::Observation seen = EvidenceSample::Gave(1, 1);
    seen.outputs[0].second = got;
    sample.First(seen);
    ASSERT_TRUE(sample.Said("shape").has_value());
    EXPECT_THAT(*sample.Said("shape"), StartsWith("output 'y': expected float32[2], got float"));
  }
}

TEST(Shape, WrongNumbersAreForOthers) {
  EvidenceSample sample;
  sample.First(EvidenceSample::Gave(1, 7));
  EXPECT_EQ(sample.Said("shape"), std::nullopt);
}

}  // namespace
}  // namespace assay::oracle::shape_test
