#include "trial/twin/twin_verdict.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

using nlohmann::json;

TwinResult Says(const json& value) {
  const json fact = {{"dtype", "float64"}, {"shape", json::array()}, {"values", {value}}};
  return {fact, {fact}, 0};
}

Evaluation Of(const std::map<std::string, double>& told, const json& input = 1.0) {
  Evaluation out;
  out.values = {{"x", {{"dtype", "float64"}, {"shape", json::array()}, {"values", {input}}}}};
  for (const auto& [who, value] : told) out.results[who] = Says(value);
  return out;
}

const std::set<std::string> kAll = {"jax", "numpy", "tensorflow"};

TEST(TwinVerdict, OneAgainstTwoIsAccused) {
  const TwinVerdict verdict =
      DecideTwins(Of({{"torch", 1}, {"jax", 2}, {"numpy", 2}}), "torch", kAll);
  EXPECT_EQ(verdict.outcome, TwinOutcome::kAccused);
  EXPECT_EQ(verdict.accused, "torch");
  const TwinVerdict other =
      DecideTwins(Of({{"torch", 1}, {"jax", 1}, {"tensorflow", 3}}), "torch", kAll);
  EXPECT_EQ(other.accused, "tensorflow");
}

TEST(TwinVerdict, OneAgainstOneAccusesNobody) {
  const TwinVerdict verdict = DecideTwins(Of({{"torch", 1}, {"jax", 2}}), "torch", kAll);
  EXPECT_EQ(verdict.outcome, TwinOutcome::kUndecided);
  EXPECT_EQ(
      DecideTwins(Of({{"torch", 1}, {"jax", 1}, {"numpy", 2}, {"tensorflow", 2}}), "torch", kAll)
          .outcome,
      TwinOutcome::kUndecided);
  EXPECT_EQ(DecideTwins(Of({{"torch", 1}, {"jax", 2}, {"tensorflow", 3}}), "torch", kAll).outcome,
            TwinOutcome::kUndecided);
}

TEST(TwinVerdict, NumpyIsNeverAccused) {
  EXPECT_EQ(DecideTwins(Of({{"torch", 1}, {"jax", 1}, {"numpy", 2}}), "torch", kAll).outcome,
            TwinOutcome::kAgreed);
}

TEST(TwinVerdict, NanAndInfinityAccuseNobody) {
  EXPECT_EQ(DecideTwins(Of({{"torch", 1}, {"jax", 2}, {"numpy", 2}}, "inf"), "torch", kAll).outcome,
            TwinOutcome::kUndecided);
}

TEST(TwinVerdict, APoleAccusesNobody) {
  Evaluation pole = Of({{"torch", 1}, {"jax", 1}, {"numpy", 1}});
  pole.results["torch"] = Says("-inf");
  EXPECT_EQ(DecideTwins(pole, "torch", kAll).outcome, TwinOutcome::kUndecided);
}

TEST(TwinVerdict, AWitnessMustHaveShownThatItDoesTheSame) {
  std::vector<Evaluation> evaluations = {Of({{"torch", 1}, {"jax", 1}, {"tensorflow", 2}}),
                                         Of({{"torch", 2}, {"jax", 2}, {"tensorflow", 3}}),
                                         Of({{"torch", 3}, {"jax", 4}, {"tensorflow", 3}}),
                                         Of({{"torch", 4}, {"jax", 4}, {"tensorflow", 5}})};
  EXPECT_EQ(Proven(evaluations, "torch"), std::set<std::string>{"jax"});
  EXPECT_EQ(DecideTwins(evaluations[0], "torch", {"jax"}).outcome, TwinOutcome::kAgreed);
  EXPECT_EQ(DecideTwins(evaluations[0], "torch", {}).outcome, TwinOutcome::kNothing);
  // Once is chance.
  EXPECT_TRUE(Proven({evaluations[0]}, "torch").empty());
}

}  // namespace
}  // namespace assay::trial
