#include "generate/boundary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "generate/combinations.h"
#include "ops/op.h"

namespace assay::generate {
namespace {

std::set<int64_t> AxesDrawn(int rank) {
  const ops::Schema* schema = ops::FindSchema("", "Flatten", 21);
  std::set<int64_t> out;
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    Node node;
    node.op = "Flatten";
    if (SetBoundary(rng, *schema, rank, nullptr, node) && node.attrs.Has("axis"))
      out.insert(*node.attrs.Get<int64_t>("axis"));
  }
  return out;
}

TEST(Boundary, FollowsTheRank) {
  EXPECT_THAT(AxesDrawn(3), testing::ElementsAre(-3, -1, 0, 1, 3));
  EXPECT_THAT(AxesDrawn(5), testing::ElementsAre(-5, -1, 0, 1, 5));
}

TEST(Boundary, KeepsToTheVersionOfTheOperator) {
  // Axes of reductions are an input from opset 18 on (of ReduceSum from 13).
  Rng rng(1);
  for (const int opset : {11, 21}) {
    const ops::Schema* schema = ops::FindSchema("", "ReduceMean", opset);
    bool axes = false;
    for (int i = 0; i < 200; ++i) {
      Node node;
      node.op = "ReduceMean";
      SetBoundary(rng, *schema, 2, nullptr, node);
      axes |= node.attrs.Has("axes");
    }
    EXPECT_EQ(axes, opset == 11);
  }
}

TEST(Boundary, PrefersWhatWasSeenLess) {
  const ops::Schema* schema = ops::FindSchema("", "BitShift", 21);
  Node left;
  left.op = "BitShift";
  left.attrs.Set("direction", std::string("LEFT"));
  std::vector<uint64_t> keys;
  AddBoundaryKeys(left, 1, keys);
  ASSERT_EQ(keys.size(), 1u);
  CombinationCounts seen;
  seen.Add(keys);
  EXPECT_EQ(seen.boundaries(), 1);
  int rights = 0;
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    Node node;
    node.op = "BitShift";
    ASSERT_TRUE(SetBoundary(rng, *schema, 1, &seen, node));
    rights += *node.attrs.Get<std::string>("direction") == "RIGHT" ? 1 : 0;
  }
  EXPECT_GT(rights, 120);
}

TEST(Boundary, SurvivesSaving) {
  Node node;
  node.op = "Trilu";
  std::vector<uint64_t> keys;
  AddBoundaryKeys(node, 2, keys);
  CombinationCounts seen;
  seen.Add(keys);
  EXPECT_EQ(CombinationCounts::Load(seen.Save()).value().boundaries(), 1);
}

TEST(Boundary, NamesOperatorsAndAttributesThatExist) {
  struct Line {
    std::string_view ops, attribute;
  };
  constexpr Line kLines[] = {
#define BOUNDARY(Operators, Attribute, Values) {Operators, Attribute},
#include "generate/boundaries.def"
#undef BOUNDARY
  };
  for (const Line& line : kLines) {
    std::string_view rest = line.ops;
    while (!rest.empty()) {
      const std::string_view op = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(rest.size(), op.size() + 1));
      bool found = false;
      for (const ops::Schema& schema : ops::AllSchemas())
        if (schema.domain.empty() && schema.name == op)
          for (const ops::AttrSpec& spec : schema.attrs) found |= spec.name == line.attribute;
      EXPECT_TRUE(found) << op << " has no " << line.attribute;
    }
  }
  EXPECT_GT(BoundaryCount(), 300);
}

}  // namespace
}  // namespace assay::generate
