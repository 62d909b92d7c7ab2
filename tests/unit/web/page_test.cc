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

TEST(Page, NobodyIsShownAPassword) {
  EXPECT_EQ(Sources{.store = "nightly.db"}.StoreName(), "nightly.db");
  const Sources sources = {.store = "postgresql://me:secret@db.example/assay"};
  EXPECT_EQ(sources.StoreName().find("secret"), std::string::npos);
}

TEST(Page, OnlyBadQueriesAreBlamedOnWhoAsks) {
  Sources gone;
  gone.store = testing::TempDir() + "/there_is_no_such_store.db";
  Query bad;
  bad.Set("nonesuch", "1");
  for (const Page& page : AllPages()) {
    Query query;
    query.set_id("1");
    if (page.name == "Compare") query.Set("ids", "1");
    if (page.name == "Programs") query.Set("pipeline", "judge");
    const auto answer = AnswerOf(page, gone, query);
    // Some need no store.
    if (!answer.ok()) {
      EXPECT_NE(answer.error().kind, ErrorKind::kRejected) << page.name;
    }
    const auto refused = AnswerOf(page, gone, bad);
    ASSERT_FALSE(refused.ok()) << page.name;
    EXPECT_EQ(refused.error().kind, ErrorKind::kRejected) << page.name;
  }
}

}  // namespace
}  // namespace assay::web
