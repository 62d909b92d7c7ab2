#include "web/page.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::web {
namespace {

TEST(Page, PatternsDifferAndBeginAlike) {
  std::set<std::string_view> patterns;
  for (const Page& page : AllPages()) {
    EXPECT_TRUE(page.pattern.starts_with("/api/")) << page.name;
    EXPECT_TRUE(patterns.insert(page.pattern).second) << page.pattern;
  }
}

TEST(Page, IsFoundByItsPath) {
  Query query;
  ASSERT_NE(FindPage("/api/findings", query), nullptr);
  EXPECT_EQ(FindPage("/api/findings", query)->name, "Findings");
  ASSERT_NE(FindPage("/api/findings/abc", query), nullptr);
  EXPECT_EQ(query.id(), "abc");
  EXPECT_EQ(FindPage("/api/campaigns/3/series", query)->name, "Series");
  EXPECT_EQ(query.id(), "3");
  for (const char* none : {"", "/", "/api", "/api/", "/api/findings/", "/api/findings/a/b",
                           "/api/findings/../overview", "/api/findings//text", "api/findings"})
    EXPECT_EQ(FindPage(none, query), nullptr) << none;
}

}  // namespace
}  // namespace assay::web
