#include "base/http.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(PublicUrl, DropsUserPasswordAndQuery) {
  EXPECT_EQ(PublicUrl("https://me:secret@host.test/v1/x?key=secret#top"), "https://host.test/v1/x");
  EXPECT_EQ(PublicUrl("http://host.test"), "http://host.test");
  EXPECT_EQ(PublicUrl("http://host.test/a@b"), "http://host.test/a@b");
}

TEST(RetryAfter, SecondsDatesAndNonsense) {
  const auto after = [](const std::string& value) {
    HttpReply reply;
    reply.headers = {{"retry-after", value}};
    return RetryAfterSeconds(reply);
  };
  EXPECT_EQ(after("3"), 3);
  EXPECT_EQ(after("0.25"), 0.25);
  EXPECT_EQ(after("-4"), 0);
  EXPECT_EQ(after("Wed, 21 Oct 2015 07:28:00 GMT"), 0);  // long past
  EXPECT_GT(after("Fri, 31 Dec 2100 23:59:59 GMT"), 1e6);
  EXPECT_LT(after("soon"), 0);
  EXPECT_LT(RetryAfterSeconds(HttpReply{}), 0);
}

TEST(Fetch, NoServerIsAnErrorThatHidesSecrets) {
  HttpRequest request;
  request.url = "http://me:secret@127.0.0.1:9/x?key=secret";
  request.timeout_s = 5;
  const auto reply = Fetch(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_NE(reply.error().message.find("http://127.0.0.1:9/x"), std::string::npos);
  EXPECT_EQ(reply.error().message.find("secret"), std::string::npos);
}

TEST(Fetch, LineBreaksInHeadersAreNotSent) {
  HttpRequest request;
  request.url = "http://127.0.0.1:9/x";
  request.headers = {{"Authorization", "Bearer s3cret\r\nX-Other: 1"}};
  const auto reply = Fetch(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_NE(reply.error().message.find("line break"), std::string::npos);
  EXPECT_EQ(reply.error().message.find("s3cret"), std::string::npos);
}

TEST(Fetch, OnlyHttp) {
  HttpRequest request;
  request.url = "file:///etc/passwd";
  EXPECT_FALSE(Fetch(request).ok());
}

}  // namespace
}  // namespace assay
