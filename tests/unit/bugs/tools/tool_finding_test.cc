#include "bugs/tools/tool_finding.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

TEST(ToolFinding, ReadsLines) {
  const auto all = ReadLines(
      "noise\nFINDING {\"api\": \"jnp.diff\", \"kind\": \"exception\", \"exception\": "
      "\"ValueError\"}\nFINDING {\"operator\": [\"Relu\"], \"kind\": \"wrong\", \"seconds\": 3}\n");
  ASSERT_TRUE(all.ok()) << all.error().message;
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].apis, std::vector<std::string>{"jax.numpy.diff"});
  EXPECT_EQ((*all)[0].manifestation, Manifestation::kException);
  EXPECT_EQ((*all)[1].operators, std::vector<std::string>{"Relu"});
  EXPECT_EQ((*all)[1].seconds, 3);
}

TEST(ToolFinding, ALineThatCannotBeReadIsAnError) {
  const auto all = ReadLines("FINDING {\"api\": ");
  ASSERT_FALSE(all.ok());
  EXPECT_NE(all.error().message.find("line 1"), std::string::npos);
  EXPECT_FALSE(ReadLines("FINDING {\"kind\": \"wrong\"}").ok()) << "it names no place";
}

TEST(ToolFinding, ReadsWhatJudgePrints) {
  const auto all = ReadPrograms(
      R"({"findings": [{"id": "f1", "api": "jax.numpy.diff", "kind": "disagreement",
          "message": "ValueError: no"},
         {"id": "f2", "api": "jax.numpy.sum", "kind": "disagreement",
          "message": "AssertionError: 1 is not 2"},
         {"id": "f3", "api": "jax.numpy.sum", "kind": "crash", "message": "SIGSEGV"}]})");
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ((*all)[0].manifestation, Manifestation::kException);
  EXPECT_EQ((*all)[0].exception, "ValueError");
  EXPECT_EQ((*all)[1].manifestation, Manifestation::kWrongOutput);
  EXPECT_EQ((*all)[2].manifestation, Manifestation::kCrash);
  EXPECT_FALSE(ReadPrograms("Traceback").ok());
}

}  // namespace
}  // namespace assay::bugs
