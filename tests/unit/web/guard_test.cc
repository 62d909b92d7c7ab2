#include "web/guard.h"

#include <gtest/gtest.h>

namespace assay::web {
namespace {

TEST(Guard, KnowsItsOwnNames) {
  for (const char* good : {"127.0.0.1:8080", "127.0.0.1", "localhost", "LOCALHOST:1", "[::1]:8080",
                           "192.168.1.7:80", "[fe80::1]"})
    EXPECT_TRUE(AllowedHost(good, {})) << good;
  // Names that somebody else can make point here.
  for (const char* bad : {"", "evil.example", "evil.example:8080", "localhost.evil.example",
                          "127.0.0.1.evil.example", "[evil]", "[::1", ":8080", "1.2.3.4.5",
                          "127.0.0.1:80evil", "[::1]evil", "localhost:80:80", "::1"})
    EXPECT_FALSE(AllowedHost(bad, {})) << bad;
  EXPECT_FALSE(AllowedHost(std::string("127.0.0.1\0.evil.example", 23), {}));
  EXPECT_TRUE(AllowedHost("Lab.Example:80", {"lab.example"}));
}

TEST(Guard, TakesChangesFromItsOwnPages) {
  EXPECT_TRUE(AllowedOrigin("", "127.0.0.1:80"));
  EXPECT_TRUE(AllowedOrigin("http://127.0.0.1:80", "127.0.0.1:80"));
  for (const char* bad :
       {"null", "http://127.0.0.1:81", "http://evil.example", "file://", "127.0.0.1:80"})
    EXPECT_FALSE(AllowedOrigin(bad, "127.0.0.1:80")) << bad;
}

TEST(Guard, PagesOfOthersCannotAsk) {
  EXPECT_TRUE(AllowedFetch("", ""));  // no browser
  EXPECT_TRUE(AllowedFetch("same-origin", "cors"));
  EXPECT_TRUE(AllowedFetch("none", "navigate"));        // typed in
  EXPECT_TRUE(AllowedFetch("cross-site", "navigate"));  // a link
  for (const char* mode : {"", "no-cors", "cors", "websocket"})
    for (const char* site : {"cross-site", "same-site"})
      EXPECT_FALSE(AllowedFetch(site, mode)) << site << " " << mode;
}

TEST(Guard, ChecksTheToken) {
  EXPECT_TRUE(HasToken("Bearer secret", "secret"));
  for (const char* bad : {"", "secret", "Bearer ", "Bearer secre", "Bearer secrets",
                          "bearer secret", "Bearer Secret", "Basic secret"})
    EXPECT_FALSE(HasToken(bad, "secret")) << bad;
  EXPECT_FALSE(HasToken("Bearer ", ""));  // no token: nobody may
}

TEST(Guard, TokensDiffer) {
  const std::string one = NewToken(), two = NewToken();
  EXPECT_EQ(one.size(), 32u);
  EXPECT_NE(one, two);
}

TEST(Guard, TheForbiddingPolicyHasNoLoopholes) {
  const std::string policy = kPolicy;
  EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
  for (const char* loophole : {"unsafe", "*", "http:", "https:", "blob:"})
    EXPECT_EQ(policy.find(loophole), std::string::npos) << loophole;
}

}  // namespace
}  // namespace assay::web
