#include "program/lab/server_messages.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::program {
namespace {

TEST(ServerMessages, ProgramsTravelAsBytes) {
  ProgramRequest request;
  const auto sent = [&](const std::string& text) {
    request.text = text;
    return nlohmann::json::parse(RunMessage(request))["program"].get<std::string>();
  };
  EXPECT_EQ(sent("abc"), "YWJj");
  EXPECT_EQ(sent("ab"), "YWI=");
  EXPECT_EQ(sent("\xff"), "/w==");
}

TEST(ServerMessages, Replies) {
  const auto run = ReadReply(R"({"ended": true, "limit": "", "exit_code": 3, "exception": "E"})");
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->exit_code, 3);
  EXPECT_EQ(run->exception, "E");
  // What a program prints, and its exit code, cannot look like a failure of ours.
  EXPECT_TRUE(ReadReply(R"({"ended": true, "limit": "", "exit_code": 125,
                            "stderr": "program_server.py"})")
                  .ok());
  EXPECT_FALSE(ReadReply(R"({"ended": true, "limit": "", "failed": "mounting /tmp"})").ok());
  EXPECT_FALSE(ReadReply(R"({"ended": false, "limit": ""})").ok());
  EXPECT_TRUE(ReadReply(R"({"ended": false, "limit": "wall"})").ok());
  EXPECT_FALSE(ReadReply("{\"message\": \"\\ud800\"}").ok());
}

}  // namespace
}  // namespace assay::program
