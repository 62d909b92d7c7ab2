// equivalence: what the bounds of a model with the same bits refute.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/oracle.h"

namespace assay::oracle::equivalence_broken_test {
namespace {

// A mutant and its original with one output each: bounds of the radius given around 1, and what the
// target gave.
struct Pair {
  double mutant_radius, mutant_got, original_radius, original_got;
};

Truth BoundsAround1(double radius) {
  Bounded bounds(DType::kFloat32, {1});
  bounds.set(0, Real{1, 1 - radius, 1 + radius, Nan::kNever});
  Truth truth;
  truth.lenient.emplace_back(std::move(bounds));
  return truth;
}

lab::Observation Saw(double value) {
  const double values[] = {value};
  lab::Observation seen;
  seen.ending = lab::Ending::kOk;
  seen.outputs.emplace_back("y", MakeTensor(DType::kFloat32, {1}, values));
  return seen;
}

std::optional<std::string> Verdict(const Pair& pair) {
  const Subject subject;
  const Truth mutant = BoundsAround1(pair.mutant_radius),
              original = BoundsAround1(pair.original_radius);
  Evidence evidence;
  evidence.subject = &subject;
  evidence.truth = &mutant;
  evidence.first = Saw(pair.mutant_got);
  evidence.equivalent = {&subject, &original};
  evidence.equivalent_run = Saw(pair.original_got);
  return FindOracle("equivalence")->judge(evidence);
}

TEST(EquivalenceBroken, InsideBothBoundsIsFine) {
  EXPECT_EQ(Verdict({1e-6, 1 + 2e-7, 1e-6, 1 - 2e-7}), std::nullopt);
}

TEST(EquivalenceBroken, OutsideTheOthersBoundsIsRefuted) {
  const auto original = Verdict({1e-7, 1, 1e-6, 1.001});
  ASSERT_TRUE(original.has_value());
  EXPECT_THAT(*original, testing::StartsWith("original: "));
  EXPECT_THAT(*Verdict({1e-6, 1.001, 1e-7, 1}), testing::StartsWith("mutant: "));
}

}  // namespace
}  // namespace assay::oracle::equivalence_broken_test
