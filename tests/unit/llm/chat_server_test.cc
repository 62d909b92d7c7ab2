#include "llm/chat_server.h"

#include <gtest/gtest.h>

#include <barrier>
#include <thread>

#include "tests/unit/llm/fakes.h"

namespace assay::llm {
namespace {

HttpReply Reply(int status, const std::string& body, HttpHeaders headers = {}) {
  HttpReply out;
  out.status = status;
  out.body = body;
  out.headers = std::move(headers);
  return out;
}

const HttpReply kGood =
    Reply(200, R"({"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]})");

// A server that gives these replies, one after the other.
class ChatServerTest : public testing::Test {
 protected:
  Outcome Ask(std::vector<Result<HttpReply>> replies, ServerConfig config = {}) {
    size_t next = 0;
    config.base_url = "http://x/v1";
    ChatServer server(
        "fake", config, key_, [&](const std::string& text) { notes_ += text + "\n"; },
        [&](const HttpRequest& request) {
          bodies_.push_back(nlohmann::json::parse(request.body));
          return replies[std::min(next++, replies.size() - 1)];
        },
        clock_);
    server.StopWhen(should_stop_);
    Prompt prompt = Question("q");
    prompt.model = "m";
    prompt.parameters.max_tokens = 5;
    return server.Complete(prompt);
  }
  FakeClock clock_;
  std::function<bool()> should_stop_;
  std::string key_ = "sk-secret-1", notes_;
  std::vector<nlohmann::json> bodies_;
};

TEST_F(ChatServerTest, WaitsGrow) {
  const Outcome outcome = Ask(
      {Reply(503, ""), Invalid("no connection"), Reply(200, "{\"cho"), Reply(200, "{}"), kGood});
  EXPECT_EQ(outcome.answer.text, "yes");
  EXPECT_EQ(outcome.retries, 4);
  ASSERT_EQ(clock_.sleeps.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_GE(clock_.sleeps[i], 0.5 * (1 << i));
    EXPECT_LE(clock_.sleeps[i], 1.0 * (1 << i));
  }
  EXPECT_NE(notes_.find("attempt 2 of 6"), std::string::npos);
}

TEST_F(ChatServerTest, AStopEndsWaitsAndRetries) {
  should_stop_ = [&] { return clock_.sleeps.size() >= 2; };
  const Outcome outcome = Ask({Reply(429, "", {{"retry-after", "42"}}), kGood});
  EXPECT_EQ(outcome.trouble, Trouble::kStopped);
  EXPECT_EQ(bodies_.size(), 1u);
  double slept = 0;
  for (const double seconds : clock_.sleeps) slept += seconds;
  EXPECT_LT(slept, 1);  // of 42
}

TEST_F(ChatServerTest, ATransferThatIsGivenUpIsNoFailureOfTheServer) {
  bool stop = false;
  should_stop_ = [&] { return stop; };
  ServerConfig config;
  ChatServer server("fake", config, key_, {}, [&](const HttpRequest& request) {
    stop = true;
    EXPECT_TRUE(request.should_stop());
    return Result<HttpReply>(Invalid("given up"));
  });
  server.StopWhen(should_stop_);
  EXPECT_EQ(server.Complete(Question("q")).trouble, Trouble::kStopped);
}

TEST_F(ChatServerTest, AnAnswerThatCameAllTheSameIsTaken) {
  bool stop = false;
  ChatServer server("fake", {}, key_, {}, [&](const HttpRequest&) {
    stop = true;
    return Result<HttpReply>(kGood);
  });
  server.StopWhen([&] { return stop; });
  EXPECT_EQ(server.Complete(Question("q")).answer.text, "yes");
}

TEST_F(ChatServerTest, RetryAfterIsHonouredWithinReason) {
  EXPECT_TRUE(Ask({Reply(429, "", {{"retry-after", "42"}}), kGood}).ok());
  EXPECT_EQ(clock_.sleeps.front(), 42);
  clock_.sleeps.clear();
  const Outcome outcome = Ask({Reply(429, "", {{"retry-after", "4200"}}), kGood});
  EXPECT_EQ(outcome.trouble, Trouble::kUnreachable);
  EXPECT_TRUE(clock_.sleeps.empty());
}

TEST_F(ChatServerTest, WhatWaitingDoesNotCure) {
  const auto trouble = [&](int status, const char* body) {
    const Outcome outcome = Ask({Reply(status, body)});
    EXPECT_EQ(outcome.retries, 0);
    return outcome.trouble;
  };
  EXPECT_EQ(trouble(401, ""), Trouble::kRefused);
  EXPECT_EQ(trouble(404, ""), Trouble::kRefused);
  EXPECT_EQ(trouble(429, R"({"error": {"code": "insufficient_quota"}})"), Trouble::kRefused);
  EXPECT_EQ(trouble(400, R"({"error": {"code": "context_length_exceeded"}})"),
            Trouble::kContextLength);
  EXPECT_EQ(trouble(400, R"({"error": {"type": "exceed_context_size_error", "message": "x"}})"),
            Trouble::kContextLength);
  EXPECT_EQ(trouble(500, R"({"error": "the request exceeds the available context size"})"),
            Trouble::kContextLength);
}

TEST_F(ChatServerTest, TheKeyIsCutOut) {
  Outcome outcome = Ask({Reply(401, R"({"error": {"message": "bad key sk-secret-1!"}})")});
  EXPECT_EQ(outcome.message.find("secret"), std::string::npos);
  EXPECT_NE(outcome.message.find("bad key [key]!"), std::string::npos);
  // Where a long message is cut, in the middle of the key.
  outcome = Ask({Reply(401, R"({"error": ")" + std::string(292, '.') + R"(sk-secret-1"})")});
  EXPECT_EQ(outcome.message.find("sk-s"), std::string::npos);
  // In an answer, which would be kept.
  outcome = Ask({Reply(200, R"({"choices": [{"message": {"content": "you are sk-secret-1"}}]})")});
  EXPECT_EQ(outcome.answer.text, "you are [key]");
  key_ = "yes";  // what people write where a server wants some key: no secret, but a word
  EXPECT_EQ(Ask({kGood}).answer.text, "yes");
}

TEST_F(ChatServerTest, LearnsWhatTheServerTakes) {
  const HttpReply no =
      Reply(400, R"({"error": {"code": "unsupported_parameter", "param": "max_tokens"}})");
  EXPECT_TRUE(Ask({no, kGood}).ok());
  ASSERT_EQ(bodies_.size(), 2u);
  EXPECT_TRUE(bodies_[0].contains("max_tokens"));
  EXPECT_FALSE(bodies_[1].contains("max_tokens"));
  EXPECT_EQ(bodies_[1]["max_completion_tokens"], 5);
}

// Two threads are refused for the same reason at the same moment: both go on.
TEST(ChatServer, LearnsOnceForAllThreads) {
  std::barrier together(2);
  FakeClock clock;
  ServerConfig config;
  config.base_url = "http://x/v1";
  ChatServer server(
      "fake", config, "", {},
      [&](const HttpRequest& request) -> Result<HttpReply> {
        if (!nlohmann::json::parse(request.body).contains("temperature")) return kGood;
        together.arrive_and_wait();
        return Reply(400, R"({"error": {"code": "unsupported_value", "param": "temperature"}})");
      },
      clock);
  Prompt prompt = Question("q");
  prompt.parameters.temperature = 0;
  Outcome first, second;
  std::thread other([&] { first = server.Complete(prompt); });
  second = server.Complete(prompt);
  other.join();
  EXPECT_TRUE(first.ok()) << first.message;
  EXPECT_TRUE(second.ok()) << second.message;
}

TEST_F(ChatServerTest, AModelThatDeclinesIsNotAskedAgain) {
  const Outcome outcome = Ask(
      {Reply(200, R"({"choices": [{"message": {"content": null, "refusal": "I will not."}}]})")});
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.answer.text, "I will not.");
  EXPECT_EQ(outcome.answer.finish, kDeclined);
  EXPECT_EQ(bodies_.size(), 1u);
}

TEST_F(ChatServerTest, AnImpatientServerIsWaitedForAllTheSame) {
  EXPECT_TRUE(Ask({Reply(503, "", {{"retry-after", "0"}}), kGood}).ok());
  ASSERT_EQ(clock_.sleeps.size(), 1u);
  EXPECT_GE(clock_.sleeps[0], 0.5);
}

TEST_F(ChatServerTest, AMovedServerIsNotFollowed) {
  const Outcome outcome = Ask({Reply(308, "", {{"location", "http://elsewhere/v1"}})});
  EXPECT_EQ(outcome.trouble, Trouble::kRefused);
  EXPECT_NE(outcome.message.find("OPENAI_BASE_URL"), std::string::npos);
  EXPECT_EQ(bodies_.size(), 1u);
}

TEST(RateLimit, RequestsPerMinute) {
  FakeClock clock;
  RateLimit limit(2, 0, clock);
  EXPECT_EQ(limit.Acquire(1), 0);
  clock.Sleep(10);
  EXPECT_EQ(limit.Acquire(1), 0);
  EXPECT_EQ(limit.Acquire(1), 50);  // until the first is a minute old
  EXPECT_EQ(limit.Acquire(1), 10);
}

TEST(RateLimit, TokensPerMinute) {
  FakeClock clock;
  RateLimit limit(0, 100, clock);
  EXPECT_EQ(limit.Acquire(60), 0);
  EXPECT_EQ(limit.Acquire(40), 0);
  EXPECT_EQ(limit.Acquire(1), 60);
  EXPECT_EQ(limit.Acquire(1000), 60);  // larger than a minute's worth: alone in its minute
}

TEST(RateLimit, PauseHoldsForAll) {
  FakeClock clock;
  RateLimit limit(0, 0, clock);
  limit.Pause(7);
  EXPECT_EQ(limit.Acquire(1), 7);
  EXPECT_EQ(limit.Acquire(1), 0);
}

TEST(ChatBody, SchemaStrictOnlyWhenItIs) {
  Prompt prompt = Question("q");
  prompt.parameters.seed = 3;
  prompt.sample = 2;
  prompt.schema = {{"type", "object"}, {"properties", {{"a", {{"type", "string"}}}}}};
  nlohmann::ordered_json body = ChatBody(prompt, {});
  EXPECT_EQ(body["seed"], 5);
  EXPECT_FALSE(body["response_format"]["json_schema"]["strict"].get<bool>());
  prompt.schema["required"] = {"a"};
  prompt.schema["additionalProperties"] = false;
  EXPECT_TRUE(ChatBody(prompt, {})["response_format"]["json_schema"]["strict"].get<bool>());
  Dialect plain;
  plain.schema = false;
  body = ChatBody(prompt, plain, "as JSON");
  EXPECT_FALSE(body.contains("response_format"));
  EXPECT_EQ(body["messages"][0]["content"], "q\n\nas JSON");
}

}  // namespace
}  // namespace assay::llm
