#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <filesystem>

#include "base/files.h"
#include "knowledge/api/crawl/address.h"
#include "knowledge/api/crawl/crawler.h"

namespace assay::knowledge {
namespace {

using testing::ElementsAre;

TEST(Address, LinksWithinASite) {
  const char* base = "https://host/docs/a/b.html";
  EXPECT_EQ(ResolveLink(base, "c.html#x"), "https://host/docs/a/c.html");
  EXPECT_EQ(ResolveLink(base, "../c.html?q=1"), "https://host/docs/c.html");
  EXPECT_EQ(ResolveLink(base, "/x/"), "https://host/x/");
  EXPECT_EQ(ResolveLink(base, "//other/x"), "https://other/x");
  EXPECT_EQ(ResolveLink(base, "../../../../etc"), "https://host/etc");
  EXPECT_EQ(ResolveLink(base, "mailto:a@b"), "");
  EXPECT_EQ(ResolveLink(base, "#top"), "");
  EXPECT_EQ(FolderOf("https://host/docs/index.html"), "https://host/docs/");
  EXPECT_EQ(FolderOf("https://host"), "https://host/");
}

TEST(Robots, LongestRuleOfTheRightGroupCounts) {
  const Robots r = Robots::Parse(
      "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private\nAllow: "
      "/private/open\nDisallow: /*.zip$\nCrawl-delay: 2\n",
      "assay-docs");
  EXPECT_TRUE(r.Allows("/docs/a.html"));
  EXPECT_FALSE(r.Allows("/private/a"));
  EXPECT_TRUE(r.Allows("/private/open/a"));
  EXPECT_FALSE(r.Allows("/x/y.zip"));
  EXPECT_EQ(r.delay_s(), 2);
  const Robots own = Robots::Parse(
      "User-agent: *\nDisallow: /\nUser-agent: Assay-Docs\nDisallow:\n", "assay-docs");
  EXPECT_TRUE(own.Allows("/any"));
}

std::string Pack(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
           text.size());
  out.resize(size);
  return out;
}

const char kHead[] =
    "# Sphinx inventory version 2\n# Project: lib\n# Version: 1.2\n# The remainder of this file is "
    "compressed using zlib.\n";

TEST(Inventory, PagesOfPythonApis) {
  const auto inventory = ReadInventory(
      kHead + Pack("lib.f py:function 1 api.html#$ -\nlib.g py:method 1 api.html#$ -\n"
                   "lib.h py:class 1 gen/$ -\nintro std:doc -1 intro.html Intro\n"));
  ASSERT_TRUE(inventory.ok());
  EXPECT_EQ(inventory->version, "1.2");
  EXPECT_THAT(inventory->pages, ElementsAre("api.html", "gen/lib.h"));
  EXPECT_FALSE(ReadInventory(std::string(kHead) + "garbage").ok());
  EXPECT_FALSE(ReadInventory("nothing").ok());
}

TEST(Crawler, ReadsAFolder) {
  std::string folder = (std::filesystem::temp_directory_path() / "crawl-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string page =
      "<dl class='py function'><dt id='lib.f'>lib.f(<em>x</em>)</dt><dd><p>Does f.</p></dd></dl>";
  ASSERT_TRUE(WriteFile(folder + "/api.html", page).ok());
  ASSERT_TRUE(WriteFile(folder + "/index.html", "<p>hello</p>").ok());
  const auto crawl = RunCrawl({.source = folder});
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(crawl.ok()) << crawl.error().message;
  EXPECT_EQ(crawl->pages, 2u);
  ASSERT_EQ(crawl->docs.size(), 1u);
  EXPECT_EQ(crawl->docs[0].parameters[0].name, "x");
  EXPECT_FALSE(RunCrawl({.source = "/nonesuch"}).ok());
}

}  // namespace
}  // namespace assay::knowledge
