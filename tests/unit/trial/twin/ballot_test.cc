#include "trial/twin/ballot.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

using nlohmann::json;

Told Says(const json& value) {
  const json fact = {{"dtype", "float64"}, {"shape", json::array()}, {"values", {value}}};
  return {fact, {fact}, 0};
}

Evaluation Of(const std::map<std::string, double>& told, const json& input = 1.0) {
  Evaluation out;
  out.values = {{"x", {{"dtype", "float64"}, {"shape", json::array()}, {"values", {input}}}}};
  for (const auto& [who, value] : told) out.told[who] = Says(value);
  return out;
}

const std::set<std::string> kAll = {"jax", "numpy", "tensorflow"};

TEST(Ballot, OneAgainstTwoIsAccused) {
  const Ballot ballot = CastBallot(Of({{"torch", 1}, {"jax", 2}, {"numpy", 2}}), "torch", kAll);
  EXPECT_EQ(ballot.ruling, Ruling::kAccused);
  EXPECT_EQ(ballot.accused, "torch");
  const Ballot other = CastBallot(Of({{"torch", 1}, {"jax", 1}, {"tensorflow", 3}}), "torch", kAll);
  EXPECT_EQ(other.accused, "tensorflow");
}

TEST(Ballot, OneAgainstOneAccusesNobody) {
  const Ballot ballot = CastBallot(Of({{"torch", 1}, {"jax", 2}}), "torch", kAll);
  EXPECT_EQ(ballot.ruling, Ruling::kUndecided);
  EXPECT_EQ(
      CastBallot(Of({{"torch", 1}, {"jax", 1}, {"numpy", 2}, {"tensorflow", 2}}), "torch", kAll)
          .ruling,
      Ruling::kUndecided);
  EXPECT_EQ(CastBallot(Of({{"torch", 1}, {"jax", 2}, {"tensorflow", 3}}), "torch", kAll).ruling,
            Ruling::kUndecided);
}

TEST(Ballot, NumpyIsNeverAccused) {
  EXPECT_EQ(CastBallot(Of({{"torch", 1}, {"jax", 1}, {"numpy", 2}}), "torch", kAll).ruling,
            Ruling::kAgreed);
}

TEST(Ballot, NanAndInfinityAccuseNobody) {
  EXPECT_EQ(CastBallot(Of({{"torch", 1}, {"jax", 2}, {"numpy", 2}}, "inf"), "torch", kAll).ruling,
            Ruling::kUndecided);
}

TEST(Ballot, APoleAccusesNobody) {
  Evaluation pole = Of({{"torch", 1}, {"jax", 1}, {"numpy", 1}});
  pole.told["torch"] = Says("-inf");
  EXPECT_EQ(CastBallot(pole, "torch", kAll).ruling, Ruling::kUndecided);
}

TEST(Ballot, AWitnessMustHaveShownThatItDoesTheSame) {
  std::vector<Evaluation> evaluations = {Of({{"torch", 1}, {"jax", 1}, {"tensorflow", 2}}),
                                         Of({{"torch", 2}, {"jax", 2}, {"tensorflow", 3}}),
                                         Of({{"torch", 3}, {"jax", 4}, {"tensorflow", 3}}),
                                         Of({{"torch", 4}, {"jax", 4}, {"tensorflow", 5}})};
  EXPECT_EQ(Proven(evaluations, "torch"), std::set<std::string>{"jax"});
  EXPECT_EQ(CastBallot(evaluations[0], "torch", {"jax"}).ruling, Ruling::kAgreed);
  EXPECT_EQ(CastBallot(evaluations[0], "torch", {}).ruling, Ruling::kNothing);
  // Once is chance.
  EXPECT_TRUE(Proven({evaluations[0]}, "torch").empty());
}

}  // namespace
}  // namespace assay::trial
