#include <gtest/gtest.h>

#include "study/part.h"
#include "study/parts/operators.h"

namespace assay::study::orders_test {
namespace {

nlohmann::json Counts(const std::vector<int>& out_of_range) {
  return {{"rounds", 10}, {"mutants", 10}, {"refused", 0},
          {"illegal", 0}, {"no_site", 0},  {"out_of_range", out_of_range}};
}

// Every operator: one model, ten rounds, orders 1 and 4 with the distances 1 and 3.
Results Sample() {
  Results out;
  for (const std::string& name : OperatorNames()) {
    const bool late = name == "GF";
    out[OperatorCellName(name)] = {
        {"operator", name},
        {"pairs", {"a vs b"}},
        {"models",
         {{{"model", "m"},
           {"rounds", 10},
           {"ours", Counts({})},
           {"unconstrained", Counts(late           ? std::vector{6, 9}
                                    : name == "LA" ? std::vector{2, 8}
                                                   : std::vector<int>{})},
           {"mutants",
            {{{"round", 1}, {"order", 1}, {"d", {1.0}}},
             {{"round", 4}, {"order", 4}, {"d", {3.0}}}}},
           {"cpu_seconds", 0.5},
           {"hits", 0},
           {"defects", nlohmann::json::array()}}}}};
  }
  return out;
}

TEST(Orders, AreGroupedAndGroupIsKeptApart) {
  nlohmann::json data;
  Chapter chapter;
  FindPart("orders")->present(QuickSettings(), Sample(), Paper(), data, chapter);
  EXPECT_EQ(data["orders"][0]["order"], "1");
  EXPECT_EQ(data["orders"][0]["single_runs"], 14);
  EXPECT_EQ(data["orders"][0]["single_d"], 1.0);
  EXPECT_EQ(data["orders"][2]["order"], "3-5");
  EXPECT_EQ(data["orders"][2]["group_runs"], 1);
  EXPECT_EQ(data["orders"][2]["group_d"], 3.0);
}

TEST(Orders, MutantsOutOfRangeAreCountedByHalves) {
  nlohmann::json data;
  Chapter chapter;
  FindPart("orders")->present(QuickSettings(), Sample(), Paper(), data, chapter);
  const nlohmann::json& free = data["out_of_range"]["unconstrained"];
  EXPECT_EQ(free["mutants"], 4);
  EXPECT_EQ(free["in_last_half"], 3);
  EXPECT_EQ(free["chains"], 2);
  EXPECT_EQ(free["chains_only_in_last_half"], 1);
  EXPECT_EQ(data["out_of_range"]["assay"]["chains"], 0);
}

TEST(Operators, TheTableHasARowForEachAndForTheGroup) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  nlohmann::json data;
  Chapter chapter;
  FindPart("operators")->present(QuickSettings(), Sample(), *paper, data, chapter);
  ASSERT_EQ(data["operators"].size(), 15u);
  EXPECT_EQ(data["operators"][14]["operator"], "Group");
  EXPECT_EQ(data["operators"][0]["inconsistency"]["a vs b"], 2.0);
  EXPECT_EQ(data["operators"][0]["paper"]["illegal_percent"], 24.2);
}

TEST(Operators, EachModelCountsAlikeHoweverManyMutantsItHas) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  Results results = Sample();
  nlohmann::json& models = results[OperatorCellName("LA")]["models"];
  nlohmann::json small = models[0];
  small["cpu_seconds"] = 0.1;
  small["mutants"] = nlohmann::json::array();
  for (int i = 0; i < 10; ++i)
    small["mutants"].push_back({{"round", i}, {"order", 1}, {"d", {8.0}}});
  models.push_back(small);
  nlohmann::json data;
  Chapter chapter;
  FindPart("operators")->present(QuickSettings(), results, *paper, data, chapter);
  // 2 on the one, 8 on the other; 250 ms on the one, 10 ms on the other.
  EXPECT_DOUBLE_EQ(data["operators"][0]["inconsistency"]["a vs b"], 5.0);
  EXPECT_DOUBLE_EQ(data["operators"][0]["cpu_ms_per_mutant"], 130.0);
  EXPECT_EQ(data["operators"][0]["run"], 12);
}

}  // namespace
}  // namespace assay::study::orders_test
