#include "help/book.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/files.h"
#include "help/topics.h"

namespace assay::help {
namespace {

std::string MakeHome() {
  const std::string home = testing::TempDir() + "assay_book";
  std::filesystem::remove_all(home);
  const std::pair<const char*, const char*> files[] = {
      {"README.md",
       "# assay\n\n[docs](docs/README.md) [source](src/main.cc)\n\n![p](docs/p.png)\n"},
      {"docs/README.md",
       "# Docs\n\n[x](https://x.org)\n\n## Guides\n\n[a](guide/a.md) "
       "[decisions](decisions/) [again](guide/a.md#b)\n"},
      {"docs/guide/a.md",
       "# A\n\n## B\n\n[up](../../../etc/passwd) [home](../../README.md#assay) "
       "[here](#b) [gone](gone.md)\n"},
      {"docs/decisions/0001-x.md", "# 1. X\n\n[list](.)\n"},
      {"docs/p.png", "png"},
      {"docs/unread.md", "# Nothing leads here\n"}};
  for (const auto& [name, text] : files) {
    std::filesystem::create_directories(std::filesystem::path(home + "/" + name).parent_path());
    EXPECT_TRUE(WriteFile(home + "/" + name, text).ok());
  }
  return home;
}

TEST(Book, HoldsWhatTheFirstPagesLeadTo) {
  const auto book = Book::Read(MakeHome());
  ASSERT_TRUE(book.ok());
  std::set<std::string> paths;
  for (const auto& [source, page] : book->pages()) paths.insert(page.path);
  EXPECT_EQ(paths, (std::set<std::string>{"decisions/0001-x.html", "decisions/index.html",
                                          "guide/a.html", "index.html", "readme.html"}));
  EXPECT_EQ(book->images().at("docs/p.png"), "p.png");
  ASSERT_EQ(book->chapters().size(), 1u);
  EXPECT_EQ(book->chapters()[0].title, "Guides");
  EXPECT_EQ(book->chapters()[0].sources,
            (std::vector<std::string>{"docs/guide/a.md", "docs/decisions"}));
}

TEST(Book, LinksLeadToPagesOfTheSite) {
  const auto book = Book::Read(MakeHome());
  ASSERT_TRUE(book.ok());
  const Page& page = book->pages().at("docs/guide/a.md");
  EXPECT_EQ(book->AddressOf(page, "../../README.md#assay"), "../readme.html#assay");
  EXPECT_EQ(book->AddressOf(page, "../decisions/"), "../decisions/index.html");
  EXPECT_EQ(book->AddressOf(page, "#b"), "#b");
  EXPECT_EQ(book->AddressOf(page, "https://x.org"), "https://x.org");
  for (const char* none :
       {"gone.md", "../../../etc/passwd", "/etc/passwd", "javascript:alert(1)", "../unread.md", ""})
    EXPECT_EQ(book->AddressOf(page, none), "") << none;
  EXPECT_EQ(book->AddressOf(book->pages().at("docs/decisions"), "0001-x.md"), "0001-x.html");
}

TEST(Book, WithoutPagesSaysWhereTheyShouldBe) {
  const auto book = Book::Read(testing::TempDir() + "nowhere");
  ASSERT_FALSE(book.ok());
  EXPECT_NE(book.error().message.find("ASSAY_HOME"), std::string::npos);
}

TEST(Topics, NamesAreUniqueAndWellFormed) {
  std::set<std::string_view> seen;
  for (const Topic& topic : AllTopics()) {
    EXPECT_TRUE(seen.insert(topic.name).second) << topic.name;
    EXPECT_EQ(topic.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_FALSE(topic.about.empty());
    EXPECT_LE(topic.about.size(), 80u) << topic.about;
  }
  EXPECT_GE(seen.size(), 12u);
}

}  // namespace
}  // namespace assay::help
