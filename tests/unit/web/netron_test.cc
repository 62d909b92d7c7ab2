// Netron's pages: where they are looked for, and what the server makes of them.
#include "web/netron.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tests/unit/web/netron_sample.h"
#include "tests/unit/web/pages_sample.h"
#include "web/guard.h"
#include "web/httplib.h"
#include "web/server.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class NetronTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    root_ = testing::TempDir() + "/netron_test";
    fs::remove_all(root_);
    setenv("PATH", "/nonexistent", 1);
  }
  void TearDown() override {
    setenv("PATH", old_path_.c_str(), 1);
    PageTest::TearDown();
  }

  const std::string old_path_ = std::getenv("PATH");
  std::string root_;
};

TEST_F(NetronTest, IsFoundWhereItIsInstalled) {
  EXPECT_EQ(*FindNetron("", root_), "");
  // A program of that name, by way of a link, as pipx makes them.
  const std::string elsewhere = InstallNetron(root_ + "/tools");
  fs::create_directories(root_ + "/tools/bin");
  fs::create_directories(root_ + "/links");
  ASSERT_TRUE(WriteFile(root_ + "/tools/bin/netron", "#!/bin/sh\n").ok());
  fs::permissions(root_ + "/tools/bin/netron", fs::perms::owner_all);
  fs::create_symlink(root_ + "/tools/bin/netron", root_ + "/links/netron");
  setenv("PATH", (root_ + "/links").c_str(), 1);
  EXPECT_EQ(fs::canonical(*FindNetron("", root_)), fs::canonical(elsewhere));
  // The project's own environment comes first, and what is named before all.
  const std::string own = InstallNetron(root_ + "/build/envs/netron");
  EXPECT_EQ(*FindNetron("", root_), own);
  EXPECT_EQ(*FindNetron(elsewhere, root_), elsewhere);
  EXPECT_EQ(*FindNetron(root_ + "/tools", root_), elsewhere);
  const auto none = FindNetron(root_ + "/links", root_);
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("--netron"));
}

TEST_F(NetronTest, PagesOfAnUnknownFormDoNotCount) {
  InstallNetron(root_ + "/build/envs/netron", "<html><body onload=\"start()\"></body></html>");
  EXPECT_EQ(*FindNetron("", root_), "");
}

TEST_F(NetronTest, OverTheServer) {
  Sources from = sources();
  from.netron = InstallNetron(root_);
  auto server = Server::Start(from, {.port = 0, .token = "0123456789abcdef"});
  ASSERT_TRUE(server.ok()) << server.error().message;
  httplib::Client client("127.0.0.1", (*server)->port());
  for (const char* path : {"/netron/", "/netron/?url=..%2Fapi%2Fx%23&identifier=a.onnx",
                           "/netron/view.js", "/netron/assay.js"}) {
    const auto answer = client.Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->status, 200) << path;
    EXPECT_EQ(answer->get_header_value_count("Content-Security-Policy"), 1u) << path;
    EXPECT_EQ(answer->get_header_value("Content-Security-Policy"), kNetronPolicy) << path;
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff") << path;
  }
  for (const char* path :
       {"/netron/../../secret.js", "/netron/%2e%2e/secret.js", "/netron/..%2fsecret.js",
        "/netron//etc/passwd", "/netron/server.py", "/netron/none.js", "/netron"})
    EXPECT_EQ(client.Get(path)->status, 404) << path;
  EXPECT_EQ(client.Post("/netron/", "{}", "application/json")->status, 404);
  // Ours keep the stricter one.
  EXPECT_EQ(client.Get("/")->get_header_value("Content-Security-Policy"), kPolicy);
  EXPECT_EQ(nlohmann::json::parse(client.Get("/api/overview")->body)["netron"], true);
}

TEST_F(NetronTest, WhereItIsMissing) {
  auto server = Server::Start(sources(), {.port = 0, .token = "0123456789abcdef"});
  ASSERT_TRUE(server.ok()) << server.error().message;
  httplib::Client client("127.0.0.1", (*server)->port());
  const auto answer = client.Get("/netron/");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 404);
  EXPECT_THAT(answer->body, HasSubstr("assay targets add netron"));
  EXPECT_EQ(nlohmann::json::parse(client.Get("/api/overview")->body)["netron"], false);
}

}  // namespace
}  // namespace assay::web
