#include "bugs/tools/match.h"

#include <gtest/gtest.h>

namespace assay::bugs::match_test {
namespace {

GroundTruth Truth(Manifestation manifestation) {
  GroundTruth out;
  out.library = "jax";
  out.id = "1";
  out.apis = {"jax.numpy.diff"};
  out.manifestation = manifestation;
  return out;
}

ToolFinding Finding(const std::string& api, const std::string& kind) {
  ToolFinding out;
  out.apis = {api};
  out.kind = kind;
  out.manifestation = MeaningOf(kind);
  return out;
}

TEST(Match, NeedsTheSameApiAndTheSameManifestation) {
  const GroundTruth truth = Truth(Manifestation::kWrongOutput);
  EXPECT_TRUE(Match(truth, Finding("jax.numpy.diff", "wrong")).same);
  EXPECT_FALSE(Match(truth, Finding("jax.numpy.diff", "crash")).same);
  EXPECT_FALSE(Match(truth, Finding("jax.numpy.sum", "wrong")).same);
  EXPECT_TRUE(SamePlace(truth, Finding("jax.numpy.diff", "crash")));
}

TEST(Match, WithoutAKnownManifestationNothingIsFound) {
  EXPECT_FALSE(Match(Truth(Manifestation::kUnknown), Finding("jax.numpy.diff", "wrong")).same);
}

TEST(Match, AnExceptionMustBeOfTheTypeOrSayTheSame) {
  GroundTruth truth = Truth(Manifestation::kException);
  truth.exception = "ValueError";
  ToolFinding finding = Finding("jax.numpy.diff", "exception");
  finding.exception = "TypeError";
  EXPECT_FALSE(Match(truth, finding).same);
  finding.exception = "builtins.ValueError";
  EXPECT_TRUE(Match(truth, finding).same);
  truth.message = "Zero-dimensional";
  finding.exception = "TypeError";
  finding.message = "Zero-dimensional arrays cannot be concatenated";
  EXPECT_TRUE(Match(truth, finding).same);
  truth.message = "^TypeError: Zero";
  EXPECT_TRUE(Match(truth, finding).same);
  finding.exception = "ValueError";
  EXPECT_FALSE(Match(truth, finding).same) << "where a message is known, the type is not enough";
}

TEST(Match, OfModelsTheMessageDecides) {
  GroundTruth truth = Truth(Manifestation::kException);
  truth.operators = {"Clip"};
  truth.message = "FuseReluClip";
  ToolFinding finding;
  finding.operators = {"Clip", "Relu"};
  finding.manifestation = Manifestation::kException;
  finding.message = "something else";
  EXPECT_FALSE(Match(truth, finding).same);
  finding.message = "FuseReluClip Unexpected data type";
  EXPECT_TRUE(Match(truth, finding).same);
  truth.message = "RuntimeException; FuseReluClip Unexpected";
  EXPECT_TRUE(Match(truth, finding).same) << "a test prints the type, too";
  truth.message.clear();
  EXPECT_FALSE(Match(truth, finding).same) << "nothing is left to compare";
}

TEST(Match, ALargeModelSaysNothing) {
  GroundTruth truth = Truth(Manifestation::kWrongOutput);
  truth.operators = {"Clip"};
  ToolFinding finding;
  finding.manifestation = Manifestation::kWrongOutput;
  finding.operators = {"Add", "Clip", "Mul", "Relu"};
  EXPECT_FALSE(Match(truth, finding).same);
  finding.operators = {"Add", "Clip"};
  EXPECT_TRUE(Match(truth, finding).same);
}

}  // namespace
}  // namespace assay::bugs::match_test
