#include <gtest/gtest.h>

#include "fixture.h"
#include "knowledge/pairs/comparable.h"

namespace assay::knowledge {
namespace {

std::string TwinOf(const ApiDoc& source, const std::vector<ApiDoc>& targets,
                   const PairRules& rules = {}) {
  const ApiBase a = MakeBase("a", {source}), b = MakeBase("b", targets);
  const auto from = ComparableApis(a, rules), to = ComparableApis(b, rules);
  const int twin = MatchByName(from, to, rules)[0].target;
  return twin < 0 ? "" : to[static_cast<size_t>(twin)].doc->name;
}

TEST(NameMatch, LastPartWithoutCase) {
  EXPECT_EQ(TwinOf(MakeDoc("a.optim.SGD", ""), {MakeDoc("b.keras.sgd", ""), MakeDoc("b.adam", "")}),
            "b.keras.sgd");
  EXPECT_EQ(TwinOf(MakeDoc("a.add", ""), {MakeDoc("b.subtract", "")}), "");
}

TEST(NameMatch, PrefersTheKindThenTheModuleThenParameters) {
  ApiDoc layer = MakeDoc("b.layers.ReLU", "");
  layer.kind = "class";
  ApiDoc source = MakeDoc("a.ReLU", "");
  source.kind = "class";
  EXPECT_EQ(TwinOf(source, {layer, MakeDoc("b.relu", "")}), "b.layers.ReLU");
  PairRules rules;
  rules.order = {{"b.z", 1}};
  EXPECT_EQ(TwinOf(MakeDoc("a.f", ""), {MakeDoc("b.a.f", ""), MakeDoc("b.z.f", "")}, rules),
            "b.z.f");
  const std::vector<Parameter> two = {MakeParameter("x"), MakeParameter("axis")};
  EXPECT_EQ(TwinOf(MakeDoc("a.f", "", two),
                   {MakeDoc("b.m.f", "", {MakeParameter("x")}), MakeDoc("b.n.f", "", two)}),
            "b.n.f");
}

TEST(NameMatch, TopicsThatDoNotFitAreRefused) {
  PairRules rules;
  rules.topics = {{"file", {"b.*"}, {}}, {"prune", {"a.*"}, {}}};
  EXPECT_EQ(TwinOf(MakeDoc("a.remove", ""), {MakeDoc("b.remove", "")}, rules), "");
}

TEST(NameMatch, SpellingsOfOneName) {
  PairRules rules;
  rules.same_name = {{"sum", "sum"}, {"reducesum", "sum"}};
  EXPECT_EQ(TwinOf(MakeDoc("a.sum", ""), {MakeDoc("b.reduce_sum", "")}, rules), "b.reduce_sum");
}

}  // namespace
}  // namespace assay::knowledge
