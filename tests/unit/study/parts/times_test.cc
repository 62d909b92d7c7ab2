#include "study/parts/times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/part.h"

namespace assay::study {
namespace {

TEST(Times, EachModelIsOneNodeOfItsName) {
  std::string before;
  for (const TimedDef& timed : AllTimed()) {
    EXPECT_LT(before, timed.name);
    before = timed.name;
    const auto made = TimedCase(timed, 1);
    ASSERT_TRUE(made.ok()) << timed.name << ": " << made.error().message;
    ASSERT_EQ(made->model.graph.node_count(), 1u) << timed.name;
    EXPECT_EQ(made->model.graph.node(0).op, timed.name);
    EXPECT_FALSE(made->inputs.empty());
  }
}

TEST(Times, TheTableNamesTheSlowestAndTheQuickest) {
  Results results;
  results["times"] = {{"operators",
                       {{{"operator", "Flatten"},
                         {"types", "float32[2]"},
                         {"ms", {{"a", 1.0}, {"b", 1.4586}, {"c", nullptr}}},
                         {"slowest_over_quickest", 1.4586}}}}};
  nlohmann::json data;
  Chapter chapter;
  FindPart("times")->present(Settings(), results, Paper(), data, chapter);
  EXPECT_THAT(chapter.tables.at(0).rows.at(0),
              testing::ElementsAre("Flatten", "float32[2]", "1.000", "1.459", "-",
                                   "b takes 46 % longer than a"));
  EXPECT_EQ(data["times"][0]["operator"], "Flatten");
}

}  // namespace
}  // namespace assay::study
