#include "campaign/packs.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

Waiting Case(int64_t index, int opset = 21) {
  auto prepared = std::make_shared<Prepared>();
  prepared->subject.model.opsets[""] = opset;
  return {index, std::move(prepared), {}};
}

TEST(Packs, GrowToTheirSize) {
  Packs packs;
  std::vector<size_t> sizes;
  for (int i = 0; i < 40; ++i)
    if (const Pack pack = packs.Add(0, 16, false, Case(i)); !pack.cases.empty())
      sizes.push_back(pack.cases.size());
  EXPECT_EQ(sizes, (std::vector<size_t>{4, 8, 16}));
  EXPECT_EQ(packs.TakeAll().at(0).cases.size(), 12u);
  EXPECT_TRUE(packs.TakeAll().empty());
}

TEST(Packs, OpsetsAndTargetsStayApart) {
  Packs packs;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(packs.Add(0, 4, false, Case(i, 17)).cases.empty());
    EXPECT_TRUE(packs.Add(0, 4, false, Case(i, 18)).cases.empty());
    EXPECT_TRUE(packs.Add(1, 4, false, Case(i, 17)).cases.empty());
  }
  const Pack full = packs.Add(1, 4, false, Case(3, 17));
  EXPECT_EQ(full.target, 1u);
  ASSERT_EQ(full.cases.size(), 4u);
  EXPECT_EQ(full.cases[3].index, 3);
  EXPECT_EQ(packs.TakeAll().size(), 2u);
}

TEST(Packs, OpsetsMixWhereTheWorkerTakesThem) {
  Packs packs;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(packs.Add(0, 4, true, Case(i, 17 + i)).cases.empty());
  const Pack first = packs.Add(0, 4, true, Case(3, 17));
  EXPECT_EQ(first.cases.size(), 4u);
  EXPECT_EQ(first.number, 0);
  EXPECT_TRUE(packs.Add(0, 4, true, Case(4, 20)).cases.empty());
  EXPECT_EQ(packs.TakeAll().at(0).number, 1);
}

}  // namespace
}  // namespace assay::campaign
