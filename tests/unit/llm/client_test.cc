#include "llm/client.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/unit/llm/fakes.h"

namespace assay::llm {
namespace {

class ClientTest : public LedgerTest {
 protected:
  Client& Make(FakeProvider::Reply reply, int concurrency = 1) {
    auto provider = std::make_unique<FakeProvider>(std::move(reply), concurrency);
    provider_ = provider.get();
    client_ = std::make_unique<Client>("fake", std::move(provider), Open(),
                                       std::map<std::string, Price>{{"fake", {1, 2}}});
    return *client_;
  }
  FakeProvider* provider_ = nullptr;
  std::unique_ptr<Client> client_;
};

const nlohmann::ordered_json kNumber = {
    {"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}, {"required", {"n"}}};

TEST_F(ClientTest, InOrderWhateverTheConcurrency) {
  std::vector<Prompt> prompts;
  for (int i = 0; i < 20; ++i) prompts.push_back(Question(std::to_string(i % 15)));  // 5 twice
  Client& client = Make(
      [](const Prompt& prompt) {
        const int number = std::stoi(prompt.messages[0].text);
        std::this_thread::sleep_for(std::chrono::milliseconds(15 - number));
        return Says("re " + prompt.messages[0].text);
      },
      4);
  const auto outcomes = client.AskAll(prompts);
  for (size_t i = 0; i < 20; ++i)
    EXPECT_EQ(outcomes[i].answer.text, "re " + std::to_string(i % 15));
  EXPECT_EQ(provider_->asked.size(), 15u);
  for (const Outcome& outcome : client.AskAll(prompts)) EXPECT_TRUE(outcome.answer.cached);
  EXPECT_EQ(provider_->asked.size(), 15u);
  const auto usage = client.ledger().AllUsage().value();
  ASSERT_EQ(usage.size(), 1u);
  EXPECT_EQ(usage[0].answers, 15);
  EXPECT_EQ(usage[0].cached, 15);
  EXPECT_NEAR(usage[0].cost, 15 * (10 * 1 + 5 * 2) / 1e6, 1e-12);
}

TEST_F(ClientTest, SamplesAreAnswersOfTheirOwn) {
  int count = 0;
  Client& client = Make([&](const Prompt&) { return Says(std::to_string(count++)); });
  std::vector<Prompt> prompts(3, Question("q"));
  prompts[1].sample = 1;
  prompts[2].sample = 2;
  const auto outcomes = client.AskAll(prompts);
  EXPECT_EQ(outcomes[0].answer.text, "0");
  EXPECT_EQ(outcomes[2].answer.text, "2");
}

TEST_F(ClientTest, OneRepairAndItsAnswerIsKept) {
  Client& client = Make([](const Prompt& prompt) {
    return Says(prompt.messages.size() == 1 ? "{\"n\": \"x\"}" : "{\"n\": 4}");
  });
  Prompt prompt = Question("q");
  prompt.schema = kNumber;
  Outcome outcome = client.Ask(prompt);
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.answer.value["n"], 4);
  EXPECT_TRUE(outcome.answer.repaired);
  ASSERT_EQ(provider_->asked.size(), 2u);
  EXPECT_NE(provider_->asked[1].messages[2].text.find("answer.n: is \"x\""), std::string::npos);
  outcome = client.Ask(prompt);
  EXPECT_TRUE(outcome.ok() && outcome.answer.cached);
  EXPECT_EQ(provider_->asked.size(), 2u);
  EXPECT_EQ(client.ledger().AllUsage().value()[0].repairs, 1);
}

TEST_F(ClientTest, NoSecondRepair) {
  Client& client = Make([](const Prompt&) { return Says("no"); });
  Prompt prompt = Question("q");
  prompt.schema = kNumber;
  const Outcome outcome = client.Ask(prompt);
  EXPECT_EQ(outcome.trouble, Trouble::kMalformed);
  EXPECT_EQ(provider_->asked.size(), 2u);
  EXPECT_EQ(client.ledger().AllUsage().value()[0].repairs, 1);  // it was asked for, and paid
}

TEST_F(ClientTest, ADeclinedAnswerIsPaidOnce) {
  Client& client = Make([](const Prompt&) {
    Outcome out = Says("I will not.");
    out.answer.finish = kDeclined;
    return out;
  });
  Prompt prompt = Question("q");
  prompt.schema = kNumber;
  const Outcome outcome = client.Ask(prompt);
  EXPECT_EQ(outcome.trouble, Trouble::kMalformed);
  EXPECT_NE(outcome.message.find("declines: I will not."), std::string::npos);
  EXPECT_EQ(provider_->asked.size(), 1u);
}

TEST_F(ClientTest, NothingIsPaidForThatCannotBeKept) {
  Client& client = Make([](const Prompt&) { return Says("yes"); });
  const auto other = store::Database::Open(folder_ + "/llm.db");
  ASSERT_TRUE((*other)
                  ->Execute("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT "
                            "RAISE(ABORT, 'disk is full'); END")
                  .ok());
  const auto outcomes =
      client.AskAll(std::vector<Prompt>{Question("a"), Question("b"), Question("c")});
  EXPECT_EQ(outcomes[2].trouble, Trouble::kLedger);
  EXPECT_NE(outcomes[2].message.find("disk is full"), std::string::npos);
  EXPECT_EQ(provider_->asked.size(), 1u);
}

TEST_F(ClientTest, ARefusalStopsTheRest) {
  Client& client =
      Make([](const Prompt&) { return Failed(Trouble::kRefused, "the key is wrong"); });
  const auto outcomes = client.AskAll(std::vector<Prompt>{Question("a"), Question("b")});
  EXPECT_EQ(provider_->asked.size(), 1u);
  EXPECT_EQ(outcomes[1].trouble, Trouble::kRefused);
}

TEST_F(ClientTest, AServerThatIsGoneIsGivenUp) {
  Client& client = Make([](const Prompt&) { return Failed(Trouble::kUnreachable, "down"); });
  std::vector<Prompt> prompts;
  for (int i = 0; i < 9; ++i) prompts.push_back(Question(std::to_string(i)));
  const auto outcomes = client.AskAll(prompts);
  EXPECT_EQ(provider_->asked.size(), 3u);
  EXPECT_EQ(outcomes[8].trouble, Trouble::kUnreachable);
}

TEST_F(ClientTest, ALongPromptDoesNotStopTheRest) {
  Client& client = Make([](const Prompt& prompt) {
    return prompt.messages[0].text == "long" ? Failed(Trouble::kContextLength, "too long")
                                             : Says("ok");
  });
  const auto outcomes = client.AskAll(std::vector<Prompt>{Question("long"), Question("b")});
  EXPECT_EQ(outcomes[0].trouble, Trouble::kContextLength);
  EXPECT_TRUE(outcomes[1].ok());
}

TEST_F(ClientTest, WhatCameBeforeAStopIsKept) {
  std::atomic<bool> stop = false;
  Client& client = Make([&](const Prompt& prompt) {
    stop = prompt.messages[0].text == "b";
    return Says("re " + prompt.messages[0].text);
  });
  client.StopWhen([&] { return stop.load(); });
  const std::vector<Prompt> prompts = {Question("a"), Question("b"), Question("c"), Question("a")};
  auto outcomes = client.AskAll(prompts);
  EXPECT_EQ(outcomes[0].answer.text, "re a");
  EXPECT_EQ(outcomes[1].answer.text, "re b");
  EXPECT_EQ(outcomes[2].trouble, Trouble::kStopped);
  EXPECT_EQ(outcomes[3].answer.text, "re a");
  EXPECT_EQ(provider_->asked.size(), 2u);
  EXPECT_EQ(client.ledger().AllUsage().value()[0].failed, 0);
  stop = false;
  outcomes = client.AskAll(prompts);
  EXPECT_TRUE(outcomes[1].answer.cached);
  EXPECT_EQ(outcomes[2].answer.text, "re c");
  EXPECT_EQ(provider_->asked.size(), 3u);
}

TEST_F(ClientTest, NothingIsRepairedAfterAStop) {
  std::atomic<bool> stop = false;
  Client& client = Make([&](const Prompt&) {
    stop = true;
    return Says("no JSON");
  });
  client.StopWhen([&] { return stop.load(); });
  Prompt prompt = Question("q");
  prompt.schema = kNumber;
  EXPECT_EQ(client.Ask(prompt).trouble, Trouble::kStopped);
  EXPECT_EQ(provider_->asked.size(), 1u);
}

TEST_F(ClientTest, NoneIsDisabled) {
  Config config;
  config.db = folder_ + "/llm.db";
  const auto client = Client::Open(config, {});
  ASSERT_TRUE(client.ok());
  EXPECT_FALSE((*client)->enabled());
  EXPECT_EQ((*client)->Ask(Question("q")).trouble, Trouble::kDisabled);
  EXPECT_TRUE((*client)->ledger().AllUsage().value().empty());
}

}  // namespace
}  // namespace assay::llm
