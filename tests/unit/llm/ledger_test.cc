#include "llm/ledger.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "tests/unit/llm/fakes.h"

namespace assay::llm {
namespace {

Answer Text(const std::string& text) {
  Answer out;
  out.text = text;
  out.prompt_tokens = 3;
  return out;
}

Usage One(const std::string& pipeline) {
  Usage out;
  out.pipeline = pipeline;
  out.provider = "fake";
  out.model = "m";
  out.answers = 1;
  out.cost = 0.5;
  return out;
}

TEST_F(LedgerTest, TheFirstAnswerStays) {
  const auto ledger = Open();
  EXPECT_FALSE(ledger->Find("k", "r").value().has_value());
  EXPECT_EQ(ledger->Record(Question("q"), "k", "r", Text("one"), One("p")).value().text, "one");
  EXPECT_EQ(ledger->Record(Question("q"), "k", "r", Text("two"), One("p")).value().text, "one");
  const auto found = Open()->Find("k", "r");  // another process
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->text, "one");
  EXPECT_TRUE((*found)->cached);
  EXPECT_EQ((*found)->prompt_tokens, 3);
}

TEST_F(LedgerTest, UsageAddsUp) {
  const auto ledger = Open();
  ASSERT_TRUE(ledger->Count(One("p")).ok());
  ASSERT_TRUE(ledger->Count(One("p")).ok());
  ASSERT_TRUE(ledger->Count(One("a")).ok());
  const auto rows = ledger->AllUsage().value();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].pipeline, "a");
  EXPECT_EQ(rows[1].answers, 2);
  EXPECT_EQ(rows[1].cost, 1.0);
}

TEST_F(LedgerTest, WaitingInOrder) {
  const auto ledger = Open();
  ASSERT_TRUE(ledger->Enqueue({{"b", "p", "t", "rb"}, {"a", "p", "t", "ra"}}).ok());
  ASSERT_TRUE(ledger->Enqueue({{"a", "p", "t", "ra"}, {"c", "q", "t", "rc"}}).ok());
  ASSERT_TRUE(ledger->Record(Question("q"), "a", "ra", Text("x"), One("p")).ok());
  const auto all = ledger->Waiting("").value();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].key, "b");
  EXPECT_EQ(all[1].key, "c");
  EXPECT_EQ(ledger->Waiting("q").value().size(), 1u);
  EXPECT_TRUE(ledger->Known("a").value().has_value());
  EXPECT_FALSE(ledger->Known("z").value().has_value());
}

TEST_F(LedgerTest, WhatCannotBeReadIsNotTakenForMissing) {
  const std::string path = folder_ + "/llm.db";
  {
    const auto ledger = Open();
    for (int i = 0; i < 200; ++i)
      ASSERT_TRUE(
          ledger
              ->Record(Question("q"), std::to_string(i), "r", Text(std::string(500, 'x')), One("p"))
              .ok());
  }
  std::string bytes = ReadFile(path).value();
  ASSERT_GT(bytes.size(), 60000u);
  std::fill(bytes.begin() + 30000, bytes.end(), '\x55');
  ASSERT_TRUE(WriteFile(path, bytes).ok());
  const auto ledger = Ledger::Open(path);
  if (!ledger.ok()) return;  // noticed even earlier
  int missing = 0;
  for (int i = 0; i < 200; ++i) {
    const auto found = (*ledger)->Find(std::to_string(i), "r");
    if (found.ok() && !found->has_value()) ++missing;
  }
  EXPECT_EQ(missing, 0);
}

TEST_F(LedgerTest, ForeignFilesAreRefused) {
  ASSERT_TRUE(WriteFile(folder_ + "/text.db", std::string(5000, 'x')).ok());
  EXPECT_FALSE(Ledger::Open(folder_ + "/text.db").ok());
  {
    const auto other = store::Database::Open(folder_ + "/other.db");
    ASSERT_TRUE((*other)->Execute("CREATE TABLE findings (id)").ok());
  }
  const auto opened = Ledger::Open(folder_ + "/other.db");
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message.find("something else"), std::string::npos);
}

}  // namespace
}  // namespace assay::llm
