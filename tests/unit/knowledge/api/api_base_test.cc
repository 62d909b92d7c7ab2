#include "knowledge/api/api_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

namespace assay::knowledge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ApiDoc Doc(const std::string& name, const std::string& text = "") {
  ApiDoc out;
  out.name = name;
  out.text = text;
  Parameter p;
  p.name = "x";
  p.default_value = "1";
  p.optional = true;
  p.constraints.push_back({"range", "x", "positive", "(0, inf)", "Must be positive."});
  out.parameters.push_back(p);
  return out;
}

struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / "api-base-XXXXXX").string();
  Folder() { EXPECT_NE(mkdtemp(path.data()), nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(ApiDocForm, ReadsBackWhatItWrote) {
  const ApiDoc doc = Doc("torch.f", "words");
  const auto json = ApiDocJson(doc);
  const auto read = ReadApiDoc(json);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(ApiDocJson(*read), json);
}

TEST(ApiDocForm, ProblemsNameTheirPlace) {
  const auto problem = [](const char* text) {
    return ReadApiDoc(nlohmann::json::parse(text)).error().message;
  };
  EXPECT_EQ(problem("{}"), "name is missing");
  EXPECT_EQ(problem(R"({"name":"f","parameters":[{"name":"a"},{"type":"int"}]})"),
            "parameters[1].name is missing");
  EXPECT_THAT(problem(R"({"name":"f","kind":"module"})"),
              HasSubstr("none of function, class, method"));
  EXPECT_EQ(problem(R"({"name":"f","raises":[1]})"), "raises is not a list of strings");
  EXPECT_EQ(problem("[]"), "the entry is not an object");
}

TEST(ApiShelf, JoinsSourcesInTheOrderTheyCount) {
  const Folder folder;
  const ApiShelf shelf(folder.path);
  ApiBase asked{"torch", "2.0", "introspection", {Doc("torch.g"), Doc("torch.f")}};
  ApiBase crawled{"torch", "2.0", "crawl", {Doc("torch.f", "from the page"), Doc("torch.h")}};
  Stamp(asked);
  Stamp(crawled);
  ASSERT_TRUE(shelf.Keep(asked).ok());
  ASSERT_TRUE(shelf.Keep(crawled).ok());
  const auto all = shelf.LoadAll("torch", "2.0");
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->docs.size(), 3u);
  EXPECT_EQ(all->docs[0].source, "introspection");
  EXPECT_EQ(all->docs[0].text, "from the page");
  EXPECT_EQ(all->docs[2].name, "torch.h");
  EXPECT_THAT(shelf.Versions("torch"), ElementsAre("2.0"));
  EXPECT_FALSE(shelf.LoadAll("torch", "1.0").ok());
}

TEST(ApiBase, NamesAliasesAndLikenesses) {
  ApiBase base{"torch",
               "2.0",
               "import",
               {Doc("torch.nn.functional.relu"), Doc("torch.addmm"), Doc("torch.relu")}};
  base.docs[1].aliases = {"torch.alias"};
  Stamp(base);
  EXPECT_EQ(FindDoc(base, "torch.alias")->name, "torch.addmm");
  EXPECT_EQ(FindDoc(base, "torch.nope"), nullptr);
  EXPECT_THAT(NearestNames(base, "torch.admm", 3), ElementsAre("torch.addmm"));
  EXPECT_EQ(NearestNames(base, "torch.nn.relu", 1)[0], "torch.relu");
}

TEST(ApiBase, VersionsDoNotMix) {
  const auto json = nlohmann::json::parse(
      R"([{"name":"f","framework":"torch","version":"1"},{"name":"g","framework":"torch","version":"2"}])");
  const auto read = ReadApiBase(json);
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message, HasSubstr("one version"));
}

}  // namespace
}  // namespace assay::knowledge
