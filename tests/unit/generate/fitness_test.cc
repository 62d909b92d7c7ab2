#include <gtest/gtest.h>

#include "generate/repair.h"

namespace assay::generate {
namespace {

Known Reals(const std::vector<Real>& elements, DType dtype = DType::kFloat32) {
  Bounded out(dtype, Shape{static_cast<int64_t>(elements.size())});
  for (size_t i = 0; i < elements.size(); ++i) out.set(static_cast<int64_t>(i), elements[i]);
  return Known(std::move(out));
}

TEST(Fitness, OfNumbers) {
  EXPECT_EQ(Judge(Reals({Real::Point(1), Real::Point(0)})), Fitness::kFit);
  EXPECT_EQ(Judge(Reals({})), Fitness::kFit);
  EXPECT_EQ(Judge(Reals({Real::Point(1), Real::MustNan()})), Fitness::kNan);
  EXPECT_EQ(Judge(Reals({{1, 1, 1, Nan::kMay}})), Fitness::kNan);
  EXPECT_EQ(Judge(Reals({Real::Point(kInf)})), Fitness::kHuge);
  EXPECT_EQ(Judge(Reals({{1, 0, kInf, Nan::kNever}})), Fitness::kHuge);
  EXPECT_EQ(Judge(Reals({Real::Point(-2e6)})), Fitness::kHuge);
  EXPECT_EQ(Judge(Reals({Real::Point(0), Real::Point(0)})), Fitness::kFlat);
  EXPECT_EQ(Judge(Reals({Real::Point(0)})), Fitness::kFit);  // one zero is a number like others
}

TEST(Fitness, OfNarrowTypes) {
  EXPECT_EQ(Judge(Reals({Real::Point(2000)}, DType::kFloat16)), Fitness::kHuge);
  EXPECT_EQ(Judge(Reals({Real::Point(2000)}, DType::kBfloat16)), Fitness::kFit);
  EXPECT_EQ(Judge(Reals({Real::Point(448)}, DType::kFloat8E4M3FN)), Fitness::kFit);
}

TEST(Fitness, AFewVagueElementsAreAdmitted) {
  const Real sure = Real::Point(1), vague = {1, 0, 2, Nan::kNever};
  EXPECT_EQ(Judge(Reals({sure, sure, sure, vague})), Fitness::kFit);
  EXPECT_EQ(Judge(Reals({sure, vague})), Fitness::kVague);
  Bounded ints(DType::kInt64, {4});
  EXPECT_EQ(Judge(Known(ints)), Fitness::kFit);
  ints.set(0, Int{1, 0, 2});
  EXPECT_EQ(Judge(Known(ints)), Fitness::kFit);
  ints.set(1, Int{1, 0, 2});
  EXPECT_EQ(Judge(Known(ints)), Fitness::kVague);
}

TEST(Fitness, AnIntegerThatMayBeAnythingHasNoMeaning) {
  Bounded ints(DType::kInt8, {9});
  ints.set(0, Int{0, -128, 127});
  EXPECT_EQ(Judge(Known(ints)), Fitness::kVague);
}

TEST(Fitness, OfSequencesIsThatOfTheirElements) {
  EXPECT_EQ(Judge(Known::Sequence({})), Fitness::kFit);
  EXPECT_EQ(Judge(Known::Sequence({Reals({Real::Point(1)}), Reals({Real::MustNan()})})),
            Fitness::kNan);
  EXPECT_EQ(Judge(Known::Undetermined()), Fitness::kVague);
}

}  // namespace
}  // namespace assay::generate
