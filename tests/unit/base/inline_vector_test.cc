#include "base/inline_vector.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"

namespace assay {
namespace {

using Small = InlineVector<int, 3>;

std::vector<int> Items(const Small& v) { return {v.begin(), v.end()}; }

TEST(InlineVector, BuildsFromCountListAndRange) {
  EXPECT_TRUE(Small().empty());
  EXPECT_EQ(Items(Small(4, 7)), (std::vector{7, 7, 7, 7}));
  EXPECT_EQ(Items(Small{1, 2}), (std::vector{1, 2}));
  const std::vector<int> source{1, 2, 3, 4, 5};
  EXPECT_EQ(Items(Small(source.begin(), source.end())), source);
}

TEST(InlineVector, CopiesAndMovesOnBothSidesOfTheLimit) {
  for (const size_t size : {0u, 2u, 3u, 4u, 9u}) {
    Small original(size, 5);
    const Small copy = original;
    EXPECT_EQ(copy, original);
    Small assigned{9};
    assigned = original;
    EXPECT_EQ(assigned, original);
    Small moved = std::move(original);
    EXPECT_EQ(moved, copy);
    assigned = std::move(moved);
    EXPECT_EQ(assigned, copy);
    moved = Small{1};  // a moved-from vector can be used again
    EXPECT_EQ(Items(moved), std::vector{1});
    assigned = *&assigned;
    EXPECT_EQ(assigned, copy);
  }
}

TEST(InlineVector, EqualityLooksAtSizeAndElements) {
  EXPECT_EQ((Small{1, 2}), (Small{1, 2}));
  EXPECT_FALSE((Small{1, 2}) == (Small{1, 2, 3}));
  EXPECT_FALSE((Small{1, 2}) == (Small{1, 3}));
}

TEST(InlineVector, PushesItsOwnElements) {
  Small v{1, 2, 3};
  v.push_back(v[0]);  // grows while the argument lies inside
  EXPECT_EQ(Items(v), (std::vector{1, 2, 3, 1}));
}

// The same random operations on a std::vector.
TEST(InlineVector, BehavesLikeAVector) {
  Rng rng(1);
  Small v;
  std::vector<int> model;
  for (int step = 0; step < 5000; ++step) {
    const auto at = static_cast<std::ptrdiff_t>(
        model.empty() ? 0 : rng.Int(0, static_cast<int64_t>(model.size()) - 1));
    switch (rng.Int(0, 5)) {
      case 0:
      case 1:
        v.push_back(step), model.push_back(step);
        break;
      case 2:
        v.insert(static_cast<size_t>(at), step), model.insert(model.begin() + at, step);
        break;
      case 3:
        if (!model.empty()) v.erase(static_cast<size_t>(at)), model.erase(model.begin() + at);
        break;
      case 4:
        if (!model.empty()) v.pop_back(), model.pop_back();
        break;
      default: {
        const auto size = static_cast<size_t>(rng.Int(0, 12));
        v.resize(size, step), model.resize(size, step);
      }
    }
    ASSERT_EQ(Items(v), model) << step;
    if (model.empty()) continue;
    ASSERT_EQ(v.front() + v.back(), model.front() + model.back());
  }
  v.clear();
  EXPECT_TRUE(v.empty());
}

}  // namespace
}  // namespace assay
