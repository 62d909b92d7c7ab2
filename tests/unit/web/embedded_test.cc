#include "web/embedded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace assay::web {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;

std::map<std::string_view, const Embedded*> ByPath() {
  std::map<std::string_view, const Embedded*> out;
  for (const Embedded& file : EmbeddedFiles()) out[file.path] = &file;
  return out;
}

std::string Unzip(std::string_view bytes, size_t size) {
  std::string out(size + 1, '\0');
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(EmbeddedTest, EveryFileIsWholeAndUnique) {
  std::set<std::string_view> paths;
  size_t bytes = 0;
  for (const Embedded& file : EmbeddedFiles()) {
    EXPECT_TRUE(paths.insert(file.path).second) << file.path;
    EXPECT_FALSE(file.plain.empty()) << file.path;
    EXPECT_FALSE(file.type.empty()) << file.path;
    EXPECT_TRUE(file.etag.size() > 2 && file.etag.front() == '"' && file.etag.back() == '"');
    if (!file.gzip.empty()) {
      EXPECT_EQ(Unzip(file.gzip, file.plain.size()), file.plain) << file.path;
      EXPECT_LT(file.gzip.size(), file.plain.size());
    }
    bytes += file.plain.size() + file.gzip.size();
  }
  EXPECT_LT(bytes, 1'500'000u) << "the program must not grow by more";
}

// A linker that loses the place of a file in its section shows one page for another.
TEST(EmbeddedTest, EveryFileEqualsItsSource) {
  if (!HasPages()) GTEST_SKIP() << "built without npm packages";
  std::ifstream list("web/assets.txt");
  ASSERT_TRUE(list) << "tests run in the project's folder";
  const auto files = ByPath();
  size_t count = 0, held = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string path, source;
    words >> path >> source;
    ++count;
    ASSERT_THAT(files, Contains(Key(path)));
    const std::string_view plain = files.at(path)->plain;
    // Those of npm are changed on their way (addresses in place of packages' names); their hash
    // tells of what they became.
    if (source.starts_with("npm:")) {
      EXPECT_EQ(plain.find('\0'), std::string_view::npos) << path;
      continue;
    }
    std::ifstream file("web/" + source, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_TRUE(plain == text.str()) << path << " is not web/" << source;
    ++held;
  }
  EXPECT_EQ(count, EmbeddedFiles().size());
  EXPECT_GT(held, 50u);
}

TEST(EmbeddedTest, HasAFirstPageWithOrWithoutNpm) {
  const auto files = ByPath();
  ASSERT_THAT(files, Contains(Key("index.html")));
  EXPECT_NE(files.at("index.html")->plain.find("<title>"), std::string_view::npos);
  if (!HasPages()) GTEST_SKIP() << "built without npm packages: only the plain page is there";
  for (const char* path : {"app/main.js", "lib/preact.js", "lib/uplot.js", "lib/dagre.js",
                           "static/index.html", "static/loader.js", "style/base.css"})
    EXPECT_THAT(files, Contains(Key(path)));
}

// Browsers know addresses only, and the static report starts modules in this order.
TEST(EmbeddedTest, ModulesNameOnlyModulesBeforeThem) {
  if (!HasPages()) GTEST_SKIP() << "built without npm packages";
  std::set<std::string> before;
  for (const Embedded& file : EmbeddedFiles()) {
    if (!file.path.starts_with("app/")) {
      before.insert(std::string(file.path));
      continue;
    }
    constexpr std::string_view kFrom = " from \"";
    for (size_t at = file.plain.find(kFrom); at != std::string_view::npos;
         at = file.plain.find(kFrom, at + 1)) {
      const size_t begin = at + kFrom.size();
      const std::string_view name = file.plain.substr(begin, file.plain.find('"', begin) - begin);
      ASSERT_TRUE(name.starts_with("./") || name.starts_with("../")) << file.path << ": " << name;
      std::string folder(file.path.substr(0, file.path.rfind('/')));
      std::string_view rest = name;
      for (; rest.starts_with("../"); rest.remove_prefix(3))
        folder = folder.substr(0, folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
      if (rest.starts_with("./")) rest.remove_prefix(2);
      const std::string path =
          folder.empty() ? std::string(rest) : folder + "/" + std::string(rest);
      EXPECT_THAT(before, Contains(path)) << file.path << " imports " << name;
    }
    before.insert(std::string(file.path));
  }
  EXPECT_EQ(EmbeddedFiles().back().path, "app/main.js");
}

// The content-security policy forbids what is written into a page itself.
TEST(EmbeddedTest, PagesHoldNoScriptsOrStylesOfTheirOwn) {
  for (const char* path : {"index.html", "static/index.html"}) {
    const auto files = ByPath();
    if (!files.contains(path)) continue;
    const std::string text(files.at(path)->plain);
    EXPECT_THAT(text, Not(testing::ContainsRegex("<script>|<style|style=|onload=|https?://")))
        << path;
  }
}

}  // namespace
}  // namespace assay::web
