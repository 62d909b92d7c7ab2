#include "graph/attr.h"

#include <gtest/gtest.h>

#include <limits>

#include "graph/graph.h"

namespace assay {
namespace {

TEST(Attrs, AreSortedAndSetReplaces) {
  Attrs attrs{{"b", int64_t{1}}, {"a", 2.0f}};
  attrs.Set("b", std::string("x"));
  ASSERT_EQ(attrs.size(), 2u);
  EXPECT_EQ(attrs.begin()->first, "a");
  EXPECT_EQ(*attrs.Get<std::string>("b"), "x");
  EXPECT_EQ(attrs.Get<int64_t>("b"), nullptr) << "another kind";
  EXPECT_EQ(attrs.Find("c"), nullptr);
}

TEST(Attrs, Erase) {
  Attrs attrs{{"a", int64_t{1}}};
  EXPECT_FALSE(attrs.Erase("b"));
  EXPECT_TRUE(attrs.Erase("a"));
  EXPECT_TRUE(attrs.empty());
}

TEST(Attrs, FloatsCompareByBits) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ((Attrs{{"a", nan}}), (Attrs{{"a", nan}}));
  EXPECT_EQ((Attrs{{"a", std::vector<float>{1, nan}}}), (Attrs{{"a", std::vector<float>{1, nan}}}));
  EXPECT_FALSE((Attrs{{"a", 0.0f}}) == (Attrs{{"a", -0.0f}}));
}

TEST(Attrs, KindsNamesAndValuesMatter) {
  EXPECT_FALSE((Attrs{{"a", int64_t{1}}}) == (Attrs{{"a", 1.0f}}));
  EXPECT_FALSE((Attrs{{"a", int64_t{1}}}) == (Attrs{{"b", int64_t{1}}}));
  EXPECT_FALSE((Attrs{{"a", int64_t{1}}}) == Attrs{});
  EXPECT_FALSE((Attrs{{"a", AttrRef{"x", 1}}}) == (Attrs{{"a", AttrRef{"x", 2}}}));
}

TEST(Attrs, SubgraphsCompareByContent) {
  const auto make = [](const char* name) {
    auto graph = std::make_shared<Graph>();
    graph->name = name;
    return GraphPtr(graph);
  };
  EXPECT_EQ((Attrs{{"g", make("a")}}), (Attrs{{"g", make("a")}}));
  EXPECT_FALSE((Attrs{{"g", make("a")}}) == (Attrs{{"g", make("b")}}));
  EXPECT_EQ((Attrs{{"g", std::vector{make("a")}}}), (Attrs{{"g", std::vector{make("a")}}}));
  EXPECT_FALSE((Attrs{{"g", make("a")}}) == (Attrs{{"g", GraphPtr()}})) << "a missing subgraph";
}

}  // namespace
}  // namespace assay
