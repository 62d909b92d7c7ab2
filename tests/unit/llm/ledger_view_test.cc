#include <gtest/gtest.h>

#include <filesystem>

#include "llm/ledger.h"

namespace assay::llm {
namespace {

class LedgerViewTest : public testing::Test {
 protected:
  void SetUp() override {
    TearDown();
    auto ledger = Ledger::Open(path_);
    ASSERT_TRUE(ledger.ok()) << ledger.error().message;
    Add(**ledger, "k1", "judge",
        R"({"messages": [{"content": "Judge:\nimport torch\nx = \"a\"\n"}]})", "fine");
    Add(**ledger, "k2", "mirror", R"({"messages": []})", "import torch\nx = \"a\"");
  }
  void TearDown() override {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }
  static void Add(Ledger& ledger, const std::string& key, const std::string& pipeline,
                  const std::string& request, const std::string& text) {
    Prompt prompt;
    prompt.pipeline = pipeline;
    prompt.name = "predict";
    Answer answer;
    answer.text = text;
    answer.model = "m";
    answer.prompt_tokens = 10;
    answer.completion_tokens = 5;
    Usage used;
    used.pipeline = pipeline;
    used.provider = "file";
    used.model = "m";
    used.answers = 1;
    used.prompt_tokens = 10;
    used.completion_tokens = 5;
    ASSERT_TRUE(ledger.Record(prompt, key, request, answer, used).ok());
  }

  const std::string path_ = testing::TempDir() + "/ledger_view_test.db";
  const std::string program_ = "import torch\nx = \"a\"\n";
};

TEST_F(LedgerViewTest, FindsAProgramInQuestionsAndAnswers) {
  const auto asked = ExchangesAbout(path_, "judge", program_, 5);
  ASSERT_TRUE(asked.ok()) << asked.error().message;
  ASSERT_EQ(asked->size(), 1u);
  EXPECT_EQ(asked->front().answer, "fine");
  EXPECT_EQ(asked->front().prompt_tokens, 10);
  const auto answered = ExchangesAbout(path_, "mirror", program_, 5);
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->size(), 1u);
  EXPECT_TRUE(ExchangesAbout(path_, "judge", "import jax", 5)->empty());
  // An empty program is in everything.
  EXPECT_TRUE(ExchangesAbout(path_, "judge", "\n", 5)->empty());
}

TEST_F(LedgerViewTest, AddsUpByPipeline) {
  const auto usage = UsageIn(path_, "judge");
  ASSERT_TRUE(usage.ok()) << usage.error().message;
  ASSERT_EQ(usage->size(), 1u);
  EXPECT_EQ(usage->front().completion_tokens, 5);
  EXPECT_EQ(UsageIn(path_, "")->size(), 2u);
}

TEST_F(LedgerViewTest, WhatIsNotThereIsNotMade) {
  const std::string elsewhere = testing::TempDir() + "/no_such_ledger.db";
  EXPECT_TRUE(UsageIn(elsewhere, "")->empty());
  EXPECT_TRUE(ExchangesAbout(elsewhere, "judge", program_, 5)->empty());
  EXPECT_TRUE(UsageIn("", "")->empty());
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
}

}  // namespace
}  // namespace assay::llm
