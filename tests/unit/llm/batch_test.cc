#include "llm/batch.h"

#include <gtest/gtest.h>

#include "llm/prompt.h"
#include "tests/unit/llm/fakes.h"

namespace assay::llm {
namespace {

class BatchTest : public LedgerTest {
 protected:
  std::string Wait(Ledger& ledger, const std::string& text) {
    Prompt prompt = Question(text);
    prompt.model = "m";
    const std::string request = CanonicalRequest(prompt);
    EXPECT_TRUE(ledger.Enqueue({{KeyOf(request), "p", "t", request}}).ok());
    return KeyOf(request);
  }
};

TEST_F(BatchTest, OutAndIn) {
  const auto ledger = Open();
  const std::string a = Wait(*ledger, "a"), b = Wait(*ledger, "b");
  const std::string lines = BatchLines(ledger->Waiting("").value());
  const auto first = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["custom_id"], a);
  EXPECT_EQ(first["body"]["model"], "m");
  EXPECT_EQ(first["url"], "/v1/chat/completions");

  Config config;
  config.prices["m"] = {1e6, 0};
  const auto report =
      ImportBatch("\r\n{\"custom_id\": \"" + b +
                      "\", \"response\": {\"choices\": [{\"message\": {\"content\": "
                      "\"B\"}}], \"usage\": {\"prompt_tokens\": 3}}}\r\nnoise",
                  config, *ledger);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->imported, 1u);
  ASSERT_EQ(report->problems.size(), 1u);
  EXPECT_EQ(report->problems[0].line, 3u);
  EXPECT_EQ(report->problems[0].kind, "malformed");
  ASSERT_EQ(report->missing.size(), 1u);
  EXPECT_EQ(report->missing[0].key, a);
  const auto usage = ledger->AllUsage().value();
  ASSERT_EQ(usage.size(), 1u);
  EXPECT_EQ(usage[0].pipeline, "p");
  EXPECT_EQ(usage[0].cost, 3);
}

TEST_F(BatchTest, FilesOfOtherPrograms) {
  const auto ledger = Open();
  const std::string a = Wait(*ledger, "a"), b = Wait(*ledger, "b");
  const std::string deep = std::string(1000000, '[');
  const auto report = ImportBatch(
      "\xEF\xBB\xBF{\"custom_id\": \"" + a + "\", \"answer\": \"A\"}\n" + "{\"custom_id\": \"" + b +
          "\", \"error\": " + deep + std::string(1000000, ']') + "}\n" + std::string("{\0\"\0", 4),
      {}, *ledger);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->imported, 1u);
  ASSERT_EQ(report->problems.size(), 2u);
  EXPECT_EQ(report->problems[0].line, 2u);
  EXPECT_NE(report->problems[1].message.find("UTF-16"), std::string::npos);
}

TEST_F(BatchTest, ABadLineDoesNotBlockAGoodOne) {
  const auto ledger = Open();
  const std::string a = Wait(*ledger, "a");
  const std::string id = "{\"custom_id\": \"" + a + "\", ";
  const auto report = ImportBatch(id + "\"error\": {\"message\": \"x\"}}\n" + id +
                                      "\"answer\": \"A\"}\n" + id + "\"answer\": \"C\"}\n",
                                  {}, *ledger);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->imported, 1u);
  ASSERT_EQ(report->problems.size(), 2u);
  EXPECT_EQ(report->problems[0].kind, "failed");
  EXPECT_EQ(report->problems[1].kind, "duplicate");
  EXPECT_EQ(ledger->Find(a, ledger->Known(a).value()->request).value()->text, "A");
}

}  // namespace
}  // namespace assay::llm
