#include "web/documentation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "knowledge/api/api_base.h"

namespace assay::web {
namespace {

knowledge::ApiBase BaseOf(const std::string& version, const std::string& text) {
  knowledge::ApiDoc doc;
  doc.name = "frame.f";
  doc.text = text;
  knowledge::ApiBase out{"frame", version, "introspection", {doc}};
  knowledge::Stamp(out);
  return out;
}

class DocumentationTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string folder = testing::TempDir() + "/documentation_test";
    std::filesystem::remove_all(folder);
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    const knowledge::ApiShelf shelf;
    EXPECT_TRUE(shelf.Keep(BaseOf("2.13.0", "plain")).ok());
    EXPECT_TRUE(shelf.Keep(BaseOf("2.14.0+cpu", "with a label")).ok());
  }
  static std::string TextOf(const std::string& version) {
    const auto doc = FindDocumentation("frame", version, "frame.f");
    return doc.has_value() ? doc->text : "none";
  }
};

// A label such as +cpu makes no other release.
TEST_F(DocumentationTest, AllBuildsOfAReleaseHaveTheSame) {
  EXPECT_EQ(TextOf("2.13.0"), "plain");
  EXPECT_EQ(TextOf("2.13.0+cpu"), "plain");
  EXPECT_EQ(TextOf("2.14.0"), "with a label");
  EXPECT_EQ(TextOf("2.14.0+cpu"), "with a label");
  EXPECT_EQ(TextOf("2.14.0+cu126"), "with a label");
  EXPECT_EQ(TextOf("2.12.0"), "none");
  EXPECT_EQ(TextOf("2.13.0rc1"), "none");
}

TEST_F(DocumentationTest, NamesOfFoldersMustBePlain) {
  EXPECT_EQ(TextOf("../2.13.0"), "none");
  EXPECT_FALSE(FindDocumentation("../frame", "2.13.0", "frame.f").has_value());
}

}  // namespace
}  // namespace assay::web
