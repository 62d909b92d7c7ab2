// What is served of Netron's pages, and under which policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/web/netron_sample.h"
#include "web/netron.h"

namespace assay::web {
namespace {

using testing::HasSubstr;

class NetronFilesTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(root_); }
  const std::string root_ = testing::TempDir() + "/netron_files_test";
};

TEST_F(NetronFilesTest, OurScriptComesBeforeItsOwn) {
  const NetronFiles files(InstallNetron(root_));
  const auto page = files.Read("");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->type, "text/html; charset=utf-8");
  const size_t ours = page->bytes.find("src=\"assay.js\"");
  ASSERT_NE(ours, std::string::npos);
  EXPECT_LT(ours, page->bytes.find("src=\"index.js\""));
  EXPECT_EQ(files.Read("index.html")->bytes, page->bytes);
  const auto script = files.Read("assay.js");
  ASSERT_TRUE(script.ok());
  EXPECT_THAT(script->bytes, HasSubstr("cookie"));
  EXPECT_THAT(script->bytes, HasSubstr("\"version\", \"date\""));
}

TEST_F(NetronFilesTest, OnlyItsOwnFilesAreServed) {
  const NetronFiles files(InstallNetron(root_));
  EXPECT_EQ(files.Read("view.js")->bytes, "of view.js");
  EXPECT_EQ(files.Read("onnx-metadata.json")->type, "application/json");
  for (const char* path : {"server.py", ".hidden.js", "sub.js", "../secret.js", "./view.js",
                           "/view.js", "view.js/", "none.js", "..", "/etc/passwd", "%2e%2e"})
    EXPECT_FALSE(files.Read(path).ok()) << path;
  const auto none = NetronFiles("").Read("");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("assay targets add netron"));
}

// No host but this one, and no script in the page: whatever Netron would report goes nowhere.
TEST_F(NetronFilesTest, ThePolicyNamesNoOtherHost) {
  const std::string policy = kNetronPolicy;
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("script-src 'self';"));
  EXPECT_THAT(policy, HasSubstr("connect-src 'self';"));
  for (const char* host : {"http:", "https:", "*", "unsafe-eval", "ws:"})
    EXPECT_EQ(policy.find(host), std::string::npos) << host;
}

}  // namespace
}  // namespace assay::web
