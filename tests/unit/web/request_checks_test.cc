#include <gtest/gtest.h>

#include "web/refusal.h"

namespace assay::web {
namespace {

constexpr const char* kToken = "0123456789abcdef";

httplib::Request With(const httplib::Headers& headers) {
  httplib::Request out;
  out.headers = headers;
  return out;
}

int ReadStatus(const httplib::Headers& headers) {
  const auto refusal = CheckRequest(With(headers), {"box"});
  return refusal.has_value() ? refusal->status : 200;
}

// A change that is all right but for `changed`, whose headers replace those of the same name.
int ChangeStatus(const httplib::Headers& changed) {
  httplib::Headers headers = {{"Host", "127.0.0.1:8080"},
                              {"Authorization", std::string("Bearer ") + kToken},
                              {"Content-Type", "application/json"},
                              {"Content-Length", "2"}};
  for (const auto& [name, value] : changed) headers.erase(name);
  for (const auto& [name, value] : changed)
    if (!value.empty()) headers.emplace(name, value);
  const auto refusal = CheckChange(With(headers), kToken);
  return refusal.has_value() ? refusal->status : 200;
}

TEST(RequestChecksTest, WhoMayRead) {
  EXPECT_EQ(ReadStatus({{"Host", "localhost:8080"}}), 200);
  EXPECT_EQ(ReadStatus({{"Host", "box"}}), 200);
  EXPECT_EQ(ReadStatus({}), 403);
  EXPECT_EQ(ReadStatus({{"Host", "evil.example"}}), 403);
  EXPECT_EQ(ReadStatus({{"Host", std::string("127.0.0.1\0.evil.example", 23)}}), 403);
  EXPECT_EQ(ReadStatus({{"Host", "box"}, {"Host", "box"}}), 400);
  EXPECT_EQ(ReadStatus({{"Host", "box"}, {"Sec-Fetch-Site", "cross-site"}}), 403);
}

TEST(RequestChecksTest, WhoMayChange) {
  EXPECT_EQ(ChangeStatus({}), 200);
  EXPECT_EQ(ChangeStatus({{"Authorization", "Bearer 0123456789abcdeX"}}), 401);
  EXPECT_EQ(ChangeStatus({{"Authorization", ""}}), 401);
  EXPECT_EQ(ChangeStatus({{"Origin", "http://127.0.0.1:8080"}}), 200);
  EXPECT_EQ(ChangeStatus({{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(ChangeStatus({{"Origin", "null"}}), 403);
  EXPECT_EQ(ChangeStatus({{"Content-Type", "text/plain"}}), 415);
  EXPECT_EQ(ChangeStatus({{"Content-Encoding", "gzip"}}), 415);
}

TEST(RequestChecksTest, LengthsOfBodies) {
  EXPECT_EQ(ChangeStatus({{"Content-Length", ""}}), 411);
  EXPECT_EQ(ChangeStatus({{"Transfer-Encoding", "chunked"}}), 411);
  for (const char* bad : {"-1", "2x", "0x10", " 2", "+2", "1e3"})
    EXPECT_EQ(ChangeStatus({{"Content-Length", bad}}), 400) << bad;
  EXPECT_EQ(ChangeStatus({{"Content-Length", "1000000000"}}), 413);
  EXPECT_EQ(ChangeStatus({{"Content-Length", "99999999999999999999999999"}}), 413);
}

}  // namespace
}  // namespace assay::web
