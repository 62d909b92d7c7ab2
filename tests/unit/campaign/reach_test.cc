#include "campaign/reach.h"

#include <gtest/gtest.h>

#include "generate/combinations.h"
#include "graph/text.h"

namespace assay::campaign {
namespace {

Model ModelOf(const std::string& text, int opset = 21) {
  Model out = *ParseModelText(text);
  out.opsets[""] = opset;
  return out;
}

lab::Target TargetOf(const std::string& name, int newest = 1000, bool slow = true) {
  lab::Manifest manifest;
  manifest.framework = name;
  manifest.opset_max = newest;
  lab::Target out;
  out.name = name;
  out.slow = slow;
  out.manifest = std::make_shared<const lab::Manifest>(manifest);
  return out;
}

const std::string kNeg = "graph (x: float32[2]) -> (y: float32[2]) { y = Neg(x) }";
const std::string kBoth =
    "graph (x: float32[2]) -> (t: float32[2], y: float32[2]) { t = Neg(x)  y = Abs(t) }";
const std::string kAbs = "graph (x: float32[2]) -> (y: float32[2]) { y = Abs(x) }";

using Answer = std::vector<bool>;

TEST(Reach, AsksEverybodyAtFirst) {
  Reach reach;
  const Model model = ModelOf(kNeg);
  EXPECT_EQ(reach.Takes(model, UsesOf(model), {TargetOf("a"), TargetOf("b")}),
            (Answer{true, true}));
}

TEST(Reach, StatedLimitsAreKeptTo) {
  Reach reach;
  const Model model = ModelOf(kNeg, 21);
  EXPECT_EQ(reach.Takes(model, UsesOf(model), {TargetOf("old", 17), TargetOf("new", 22)}),
            (Answer{false, true}));
}

TEST(Reach, LearnsFromRefusals) {
  Reach reach;
  const Model neg = ModelOf(kNeg), both = ModelOf(kBoth), abs = ModelOf(kAbs);
  const std::vector<lab::Target> targets = {TargetOf("a"), TargetOf("b")};
  for (int i = 0; i < 2; ++i) reach.Saw(TargetOf("a"), UsesOf(both), false);
  EXPECT_EQ(reach.Takes(both, UsesOf(both), targets), (Answer{false, true}));
  EXPECT_EQ(reach.Takes(neg, UsesOf(neg), targets), (Answer{false, true}));
  // It was the other operator: this one runs.
  reach.Saw(TargetOf("a"), UsesOf(neg), true);
  EXPECT_EQ(reach.Takes(neg, UsesOf(neg), targets), (Answer{true, true}));
  EXPECT_EQ(reach.Takes(abs, UsesOf(abs), targets), (Answer{false, true}));
}

TEST(Reach, GivesAnotherChanceNowAndThen) {
  Reach reach;
  const Model model = ModelOf(kNeg);
  const std::vector<lab::Target> targets = {TargetOf("a")};
  for (int i = 0; i < 2; ++i) reach.Saw(TargetOf("a"), UsesOf(model), false);
  int asked = 0;
  for (int i = 0; i < 200; ++i) asked += reach.Takes(model, UsesOf(model), targets)[0] ? 1 : 0;
  EXPECT_GT(asked, 0);
  EXPECT_LT(asked, 20);
}

TEST(Reach, WhatAFastTargetRunsDoesNotDependOnThePast) {
  Reach reach;
  const Model model = ModelOf(kNeg);
  const lab::Target fast = TargetOf("a", 1000, false);
  for (int i = 0; i < 5; ++i) reach.Saw(fast, UsesOf(model), false);
  EXPECT_EQ(reach.Takes(model, UsesOf(model), {fast}), (Answer{true}));
}

TEST(Reach, KnowsWhatTheSurveyFound) {
  const Model model = ModelOf(kNeg);
  Reach reach({{"a", UsesOf(model)}});
  EXPECT_EQ(reach.Takes(model, UsesOf(model), {TargetOf("a"), TargetOf("b")}),
            (Answer{false, true}));
}

TEST(Reach, AGapOfOneOpsetIsNoneOfTheOthers) {
  const Model old = ModelOf(kNeg, 13), young = ModelOf(kNeg, 21);
  const Graph& graph = old.graph;
  Reach reach({{"a", {generate::TypesKey(graph, graph.node(0), 13)}}});
  EXPECT_EQ(reach.Takes(old, UsesOf(old), {TargetOf("a")}), (Answer{false}));
  EXPECT_EQ(reach.Takes(young, UsesOf(young), {TargetOf("a")}), (Answer{true}));
}

TEST(Reach, ANarrowTargetIsAskedForPlainModelsOnly) {
  lab::Manifest narrow;
  narrow.ends = {DType::kFloat32};
  narrow.least_rank = 2;
  const auto plain = [&](const std::string& text) { return PlainEnough(ModelOf(text), narrow); };
  EXPECT_TRUE(plain("graph (x: float32[2,3]) -> (y: float32[2,3]) { y = Neg(x) }"));
  EXPECT_FALSE(plain(kNeg)) << "one dimension";
  EXPECT_FALSE(plain("graph (x: float32[2,0]) -> (y: float32[2,0]) { y = Neg(x) }"));
  EXPECT_FALSE(plain("graph (x: int64[2,3]) -> (y: int64[2,3]) { y = Neg(x) }"));
  EXPECT_FALSE(plain("graph (x: float32[2,3]) -> (y: bool[2,3]) { y = IsNaN(x) }"));
}

}  // namespace
}  // namespace assay::campaign
