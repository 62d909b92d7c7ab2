// Doubles for time, ledger files and providers.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <mutex>

#include "llm/chat_server.h"
#include "llm/ledger.h"
#include "llm/provider.h"

namespace assay::llm {

// Time passes only by sleeping.
class FakeClock : public Clock {
 public:
  double Now() override { return now_; }
  void Sleep(double seconds) override {
    now_ += seconds;
    sleeps.push_back(seconds);
  }
  std::vector<double> sleeps;

 private:
  double now_ = 1000;
};

// A ledger in a file that is removed afterwards.
class LedgerTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::unique_ptr<Ledger> Open() {
    auto ledger = Ledger::Open(folder_ + "/llm.db");
    EXPECT_TRUE(ledger.ok()) << ledger.error().message;
    return std::move(ledger).value();
  }
  const std::string folder_ =
      testing::TempDir() + "/assay-" +
      testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() +
      testing::UnitTest::GetInstance()->current_test_info()->name();
};

inline Prompt Question(const std::string& text) {
  Prompt out;
  out.pipeline = "test";
  out.messages = {{"user", text}};
  return out;
}

// Answers by a function; counts.
class FakeProvider : public Provider {
 public:
  using Reply = std::function<Outcome(const Prompt&)>;
  FakeProvider(Reply reply, int concurrency) : reply_(std::move(reply)), threads_(concurrency) {}
  std::string model() const override { return "fake"; }
  Readiness Examine() const override { return {true, "", "", "fake", ""}; }
  int concurrency() const override { return threads_; }
  Outcome Complete(const Prompt& prompt) override {
    {
      const std::lock_guard lock(mutex_);
      asked.push_back(prompt);
    }
    return reply_(prompt);
  }
  std::vector<Prompt> asked;

 private:
  const Reply reply_;
  const int threads_;
  std::mutex mutex_;
};

inline Outcome Says(const std::string& text) {
  Outcome out;
  out.answer.text = text;
  out.answer.prompt_tokens = 10;
  out.answer.completion_tokens = 5;
  return out;
}

}  // namespace assay::llm
