#include "optbug/neighbourhoods.h"

#include <gmock/gmock.h>

#include <set>

namespace assay::optbug::neighbourhoods_test {
namespace {

using testing::ElementsAre;

std::vector<Snippet> Named(std::vector<std::string> ids) {
  std::vector<Snippet> out;
  for (std::string& id : ids) {
    Snippet snippet;
    snippet.id = std::move(id);
    snippet.framework = "torch";
    snippet.category = "wrong-type";
    out.push_back(std::move(snippet));
  }
  return out;
}

// Distances along a line.
Matrix Line(const std::vector<int>& at) {
  Matrix out(at.size(), std::vector<int>(at.size()));
  for (size_t i = 0; i < at.size(); ++i)
    for (size_t j = 0; j < at.size(); ++j) out[i][j] = std::abs(at[i] - at[j]);
  return out;
}

TEST(Neighbourhoods, HoldTheNearestWithinTheThreshold) {
  const auto snippets = Named({"a", "b", "c", "d"});
  const auto hoods = FindNeighbourhoods(snippets, Line({0, 4, 9, 40}), 6);
  ASSERT_EQ(hoods.size(), 2u);                          // those of a and c are part of b's
  EXPECT_THAT(hoods[0].members, ElementsAre(1, 0, 2));  // the centre first, then by distance
  EXPECT_EQ(hoods[0].radius, 5);
  EXPECT_FALSE(hoods[0].singleton());
  EXPECT_THAT(hoods[1].members, ElementsAre(3));
  EXPECT_TRUE(hoods[1].singleton());
}

TEST(Neighbourhoods, HaveAtMostFiveMembersAndCoverAll) {
  const auto snippets = Named({"a", "b", "c", "d", "e", "f", "g", "h"});
  const auto hoods = FindNeighbourhoods(snippets, Line({0, 1, 2, 3, 4, 5, 6, 7}), 6);
  std::set<size_t> covered;
  for (const Neighbourhood& hood : hoods) {
    EXPECT_LE(hood.members.size(), kMostMembers);
    covered.insert(hood.members.begin(), hood.members.end());
  }
  EXPECT_EQ(covered.size(), snippets.size());
  EXPECT_GT(hoods.size(), 1u);  // they overlap
}

TEST(Neighbourhoods, TheSameMembersStandOnce) {
  const auto snippets = Named({"a", "b"});
  const auto hoods = FindNeighbourhoods(snippets, Line({0, 1}), 6);
  ASSERT_EQ(hoods.size(), 1u);
  EXPECT_THAT(hoods[0].members, ElementsAre(0, 1));
}

TEST(Neighbourhoods, KeepFrameworksApart) {
  auto snippets = Named({"a", "b"});
  snippets[1].framework = "tensorflow";
  const Matrix distances = DistanceMatrix(snippets, {});
  EXPECT_EQ(distances[0][1], -1);
  EXPECT_EQ(FindNeighbourhoods(snippets, distances).size(), 2u);
}

TEST(Neighbourhoods, TheIdIsThatOfTheMembers) {
  const auto two = FindNeighbourhoods(Named({"a", "b"}), Line({0, 1}), 6);
  const auto far = FindNeighbourhoods(Named({"a", "b", "z"}), Line({0, 1, 99}), 6);
  EXPECT_EQ(two[0].id, far[0].id);
  EXPECT_NE(far[0].id, far[1].id);
}

}  // namespace
}  // namespace assay::optbug::neighbourhoods_test
