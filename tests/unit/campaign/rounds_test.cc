#include "campaign/rounds.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

mutate::MutatorDef Def(std::string_view name, mutate::Family family) {
  mutate::MutatorDef def;
  def.name = name;
  def.family = family;
  return def;
}

// The study, section 5.3.
TEST(Rounds, AsInTheStudy) {
  using mutate::Family;
  const Depth all[] = {Depth::kShallow, Depth::kMedium, Depth::kDeep};
  const struct {
    mutate::MutatorDef def;
    int rounds[3];
  } rows[] = {{Def("GF", Family::kWeight), {100, 100, 100}},
              {Def("SM", Family::kInput), {10, 40, 100}},
              {Def("PM", Family::kParameter), {10, 40, 100}},
              {Def("LA", Family::kStructure), {10, 40, 100}},
              {Def("LR", Family::kStructure), {5, 20, 50}},
              {Def("ARFm", Family::kStructure), {5, 10, 20}}};
  for (const auto& row : rows)
    for (size_t i = 0; i < 3; ++i)
      EXPECT_EQ(Rounds(row.def, all[i]), row.rounds[i]) << row.def.name;
  EXPECT_EQ(DepthOf(12), Depth::kShallow);
  EXPECT_EQ(DepthOf(40), Depth::kMedium);
  EXPECT_EQ(DepthOf(170), Depth::kDeep);
}

TEST(Rounds, AreCountedPerOperator) {
  const auto lr = Def("LR", mutate::Family::kStructure), la = Def("LA", mutate::Family::kStructure);
  Recipe recipe{"zoo:x", {}};
  for (int i = 0; i < 4; ++i) recipe.steps.push_back({"LR", 1});
  EXPECT_TRUE(RoundsLeft(recipe, lr, Depth::kShallow));
  recipe.steps.push_back({"LR", 1});
  EXPECT_FALSE(RoundsLeft(recipe, lr, Depth::kShallow));
  EXPECT_TRUE(RoundsLeft(recipe, lr, Depth::kMedium));
  EXPECT_TRUE(RoundsLeft(recipe, la, Depth::kShallow));
}

}  // namespace
}  // namespace assay::campaign
