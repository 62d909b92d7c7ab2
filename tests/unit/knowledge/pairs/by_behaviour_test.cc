#include "knowledge/pairs/by_behaviour.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace assay::knowledge::by_behaviour_test {
namespace {

using nlohmann::json;

Answers Numbers(double a, double b) {
  return ReadBehaviours({{"x",
                          {{"matrix", json::array({json::array({"f", {2}, {a, b}})})},
                           {"vector", json::array({json::array({"f", {2}, {b, a * 3}})})}}}})
      .at("x");
}

Answers Operand() {
  const json back = json::array({json::array({"=", {2}, {0}})});
  return ReadBehaviours({{"x", {{"matrix", back}, {"vector", back}}}}).at("x");
}

// The target that `doc` of the first framework is given among `others`; "": none.
std::string TwinOf(const ApiDoc& doc, const Answers& answers, const std::vector<ApiDoc>& others,
                   const Behaviours& theirs) {
  PairRules rules;
  rules.order = {{"b", 1}, {"b.far", 2}};
  const ApiBase a = MakeBase("a", {doc}), b = MakeBase("b", others);
  const auto from = ComparableApis(a, rules), to = ComparableApis(b, rules);
  WordEmbedder embedder;
  const auto from_vectors = VectorsOf(from, embedder), to_vectors = VectorsOf(to, embedder);
  const Behaviours ours = {{doc.name, answers}};
  const auto found =
      MatchByBehaviour({from, ours, *from_vectors}, {to, theirs, *to_vectors}, rules);
  return found[0].target < 0 ? "" : to[static_cast<size_t>(found[0].target)].doc->name;
}

TEST(ByBehaviour, TheSameNumbersUnderAnotherName) {
  EXPECT_EQ(TwinOf(MakeDoc("a.index_select", "picks entries"), Numbers(1.5, 4),
                   {MakeDoc("b.add", "adds"), MakeDoc("b.gather", "collects slices")},
                   {{"b.add", Numbers(7, 8)}, {"b.gather", Numbers(1.5, 4)}}),
            "b.gather");
}

TEST(ByBehaviour, OfOneNameTheNearestModule) {
  EXPECT_EQ(TwinOf(MakeDoc("a.pick", "picks"), Numbers(1.5, 4),
                   {MakeDoc("b.far.take", "takes"), MakeDoc("b.take", "takes")},
                   {{"b.far.take", Numbers(1.5, 4)}, {"b.take", Numbers(1.5, 4)}}),
            "b.take");
}

TEST(ByBehaviour, OfManyNamesTheLikeliest) {
  EXPECT_EQ(TwinOf(MakeDoc("a.make", "makes a constant tensor"), Operand(),
                   {MakeDoc("b.stop", "stops gradients"),
                    MakeDoc("b.constant", "makes a constant tensor")},
                   {{"b.stop", Operand()}, {"b.constant", Operand()}}),
            "b.constant");
}

TEST(ByBehaviour, AnOperandThatComesBackIsNotEnough) {
  EXPECT_EQ(TwinOf(MakeDoc("a.pin", "locks pages"), Operand(),
                   {MakeDoc("b.stop", "stops gradients")}, {{"b.stop", Operand()}}),
            "");
}

TEST(ByBehaviour, OtherNumbersAreNoTwin) {
  EXPECT_EQ(TwinOf(MakeDoc("a.sums", "sums"), Numbers(1, 2), {MakeDoc("b.sums", "sums")},
                   {{"b.sums", Numbers(2, 2)}}),
            "");
}

}  // namespace
}  // namespace assay::knowledge::by_behaviour_test
