// The server over loopback: what it refuses, and that it ends.
#include "web/server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "web/guard.h"
#include "web/httplib.h"

namespace assay::web {
namespace {

using nlohmann::json;

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(sources_.store + suffix);
    auto store = store::Store::Open(sources_.store);
    store::FindingRow row;
    row.id = "abc";
    row.target = "ort";
    row.state = "new";
    EXPECT_TRUE(store->AddFindings({row}, {}).ok());
  }
  void Start(bool read_only = false) {
    sources_.read_only = read_only;
    auto started = Server::Start(sources_, {.port = 0, .token = "0123456789abcdef"});
    ASSERT_TRUE(started.ok()) << started.error().message;
    server_ = std::move(started).value();
    client_ = std::make_unique<httplib::Client>("127.0.0.1", server_->port());
    client_->set_read_timeout(60);
  }
  int Code(const std::string& path, const httplib::Headers& headers = {}) {
    const auto answer = client_->Get(path, headers);
    return answer ? answer->status : -1;
  }
  int Post(const std::string& path, const std::string& body, httplib::Headers headers = {},
           const std::string& type = "application/json", bool token = true) {
    if (token) headers.emplace("Authorization", "Bearer 0123456789abcdef");
    const auto answer = client_->Post(path, headers, body, type);
    return answer ? answer->status : -1;
  }
  Sources sources_ = {.store = testing::TempDir() + "/server_test.db"};
  std::unique_ptr<Server> server_;
  std::unique_ptr<httplib::Client> client_;
};

TEST_F(ServerTest, ServesPagesWithSafeHeaders) {
  Start();
  for (const char* path : {"/", "/api/overview", "/api/findings", "/nonesuch"}) {
    const auto answer = client_->Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->get_header_value_count("Content-Security-Policy"), 1u) << path;
    EXPECT_EQ(answer->get_header_value("Content-Security-Policy"), kPolicy) << path;
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff") << path;
  }
  EXPECT_EQ(json::parse(client_->Get("/api/findings")->body)["total"], 1);
}

TEST_F(ServerTest, RefusesStrangeAddresses) {
  Start();
  for (const char* path : {"/../../etc/passwd", "/%2e%2e/etc/passwd", "/api/findings/%00", "/api/x",
                           "/static/index.html", "/api/findings?limit=-1", "/api/findings?x=1",
                           "/api/findings?q=%zz", "//", "/api/findings/none"}) {
    const int status = Code(path);
    EXPECT_TRUE(status == 400 || status == 404) << path << " " << status;
  }
  EXPECT_EQ(Code("/" + std::string(5000, 'a')), 414);
  EXPECT_EQ(Code("/" + std::string(20000, 'a')), 414);
}

TEST_F(ServerTest, RefusesOtherNamesAndMethods) {
  Start();
  EXPECT_EQ(Code("/api/overview", {{"Host", "evil.example"}}), 403);
  EXPECT_EQ(client_->Put("/api/findings", "x", "text/plain")->status, 405);
  EXPECT_EQ(client_->Delete("/api/findings/abc")->status, 405);
  EXPECT_EQ(client_->Options("/api/findings")->status, 405);
  const auto head = client_->Head("/api/overview");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200);
  EXPECT_TRUE(head->body.empty());
}

TEST_F(ServerTest, ChangesNeedTheToken) {
  Start();
  const std::string body = R"({"label": "true", "note": "<b>"})", path = "/api/findings/abc/labels";
  EXPECT_EQ(Post(path, body, {}, "application/json", false), 401);
  EXPECT_EQ(Post(path, body, {{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(Post(path, body, {}, "text/plain"), 415);
  EXPECT_EQ(Post(path, "{"), 400);
  EXPECT_EQ(Post(path, R"({"label": "nonesuch"})"), 400);
  EXPECT_EQ(Post(path, R"({"label": 7})"), 400);
  EXPECT_EQ(Post(path, R"({"other": "true"})"), 400);
  EXPECT_EQ(Post("/api/findings/none/labels", body), 404);
  EXPECT_EQ(Post("/api/findings", body), 405);
  EXPECT_EQ(Post("/api/nonesuch", body), 404);
  EXPECT_EQ(json::parse(client_->Get("/api/findings")->body)["findings"][0]["label"], "");
  EXPECT_EQ(Post(path, body), 200);
  EXPECT_EQ(json::parse(client_->Get("/api/findings")->body)["findings"][0]["label"], "true");
  EXPECT_EQ(Code(path), 405);
  EXPECT_EQ(Post("/api/findings/abc/mark", R"({"state": "fixed"})"), 200);
  EXPECT_EQ(Post("/api/findings/abc/mark", R"({"state": "nonesuch"})"), 400);
}

TEST_F(ServerTest, AStoreThatCannotBeReadIsNoBadRequest) {
  Start(/*read_only=*/true);
  EXPECT_EQ(Code("/api/findings?limit=0"), 400);
  const std::string aside = sources_.store + ".aside";
  std::filesystem::rename(sources_.store, aside);
  for (const char* path : {"/api/overview", "/api/findings", "/api/findings/abc", "/api/campaigns",
                           "/api/findings/abc/model"}) {
    const auto answer = client_->Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->status, 503) << path;
    EXPECT_FALSE(answer->get_header_value("Retry-After").empty()) << path;
    EXPECT_TRUE(json::parse(answer->body)["error"].is_string()) << path;
  }
  EXPECT_EQ(Code("/api/findings?limit=0"), 400);  // that much is known without it
  std::ofstream(sources_.store) << std::string(8192, 'x');
  EXPECT_EQ(Code("/api/overview"), 503);
  std::filesystem::rename(aside, sources_.store);
  EXPECT_EQ(Code("/api/overview"), 200);
}

// Copying another file over it begins so.
TEST_F(ServerTest, AStoreThatIsCutShortDoesNotEndTheServer) {
  Start(/*read_only=*/true);
  EXPECT_EQ(Code("/api/findings"), 200);
  for (const uintmax_t size : {8192, 4096, 100, 0}) {
    std::filesystem::resize_file(sources_.store, size);
    for (const char* path : {"/api/findings", "/api/overview", "/api/findings/abc"}) {
      const int status = Code(path);
      // What was read before may still be known.
      EXPECT_TRUE(status == 200 || status == 503) << path << " at " << size << ": " << status;
    }
    EXPECT_EQ(Code("/"), 200);
  }
}

TEST_F(ServerTest, AStoreThatCannotBeWrittenIsNoBadRequest) {
  Start();
  std::filesystem::rename(sources_.store, sources_.store + ".aside");
  EXPECT_EQ(Post("/api/findings/abc/labels", R"({"label": "true"})"), 503);
  EXPECT_EQ(Post("/api/findings/abc/mark", R"({"state": "fixed"})"), 503);
  std::filesystem::rename(sources_.store + ".aside", sources_.store);
  EXPECT_EQ(Post("/api/findings/abc/labels", R"({"label": "true"})"), 200);
}

TEST_F(ServerTest, TheFirstPageIsReadBeforeAnybodyAsks) {
  // A store that cannot be read is no reason not to start.
  std::filesystem::remove(sources_.store);
  std::vector<std::string> told;
  auto started = Server::Start(
      sources_,
      {.port = 0, .token = "x", .tell = [&](const std::string& text) { told.push_back(text); }});
  ASSERT_TRUE(started.ok()) << started.error().message;
  EXPECT_TRUE(told.empty());  // no wait was worth a word
}

TEST_F(ServerTest, RefusesPagesOfOthersAndHeadersThatComeTwice) {
  Start();
  EXPECT_EQ(Code("/api/events", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "cors"}}),
            403);
  EXPECT_EQ(Code("/", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}), 200);
  const std::string host = "127.0.0.1:" + std::to_string(server_->port());
  EXPECT_EQ(Code("/", {{"Host", host}}), 200);
  EXPECT_EQ(Code("/", {{"Host", host}, {"Host", host}}), 400);
  EXPECT_EQ(Code("/", {{"Host", "127.0.0.1%00.evil.example"}}), 403);
}

TEST_F(ServerTest, AReadingServerTakesNoChanges) {
  Start(/*read_only=*/true);
  EXPECT_EQ(Post("/api/findings/abc/labels", R"({"label": "true"})"), 403);
}

TEST_F(ServerTest, LargeBodiesAreRefused) {
  Start();
  const int status = Post("/api/findings/abc/labels", std::string(1 << 20, ' '));
  // The server may hang up before all of it is sent.
  EXPECT_TRUE(status == 413 || status == -1) << status;
  EXPECT_EQ(Code("/api/overview"), 200);
}

TEST_F(ServerTest, APortIsHadOnce) {
  Start();
  const auto second = Server::Start(sources_, {.port = server_->port(), .token = "x"});
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("--port"), std::string::npos);
}

TEST_F(ServerTest, EndsWhileSomebodyWatches) {
  Start();
  std::atomic<bool> begun = false;
  std::thread viewer([&] {
    httplib::Client watching("127.0.0.1", server_->port());
    watching.set_read_timeout(600);
    (void)watching.Get("/api/events", [&](const char*, size_t) { return begun = true; });
  });
  while (!begun) usleep(1000);
  server_.reset();
  viewer.join();
}

}  // namespace
}  // namespace assay::web
