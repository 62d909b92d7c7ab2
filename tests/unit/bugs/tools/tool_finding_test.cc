#include "bugs/tools/tool_finding.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

TEST(ToolFinding, ReadsLines) {
  const auto all = ReadLines(
      "noise\nFINDING {\"api\": \"jnp.diff\", \"kind\": \"exception\", \"exception\": "
      "\"ValueError\"}\nFINDING {\"operator\": [\"Relu\"], \"kind\": \"wrong\", \"seconds\": 3}\n");
  EXPECT_EQ(all.problem, "");
  ASSERT_EQ(all.findings.size(), 2u);
  EXPECT_EQ(all.findings[0].apis, std::vector<std::string>{"jax.numpy.diff"});
  EXPECT_EQ(all.findings[0].manifestation, Manifestation::kException);
  EXPECT_EQ(all.findings[1].operators, std::vector<std::string>{"Relu"});
  EXPECT_EQ(all.findings[1].seconds, 3);
}

TEST(ToolFinding, ALineThatCannotBeReadIsTold) {
  const auto all = ReadLines("FINDING {\"api\": \nFINDING {\"api\": \"a.b\", \"kind\": \"crash\"}");
  EXPECT_NE(all.problem.find("line 1"), std::string::npos) << all.problem;
  EXPECT_EQ(all.findings.size(), 1u) << "the others stay";
  EXPECT_NE(ReadLines("FINDING {\"kind\": \"wrong\"}").problem, "") << "it names no place";
}

TEST(ToolFinding, AFloodEnds) {
  std::string flood;
  for (int i = 0; i < 20000; ++i) flood += "FINDING {\"api\": \"a.b\", \"kind\": \"crash\"}\n";
  const auto all = ReadLines(flood);
  EXPECT_EQ(all.findings.size(), 10000u);
  EXPECT_NE(all.problem.find("more than 10000"), std::string::npos);
}

TEST(ToolFinding, ReadsWhatJudgePrints) {
  const auto all = ReadPrograms(
      R"({"findings": [{"id": "f1", "api": "jax.numpy.diff", "kind": "disagreement",
          "message": "ValueError: no"},
         {"id": "f2", "api": "jax.numpy.sum", "kind": "disagreement",
          "message": "AssertionError: 1 is not 2"},
         {"id": "f3", "api": "jax.numpy.sum", "kind": "crash", "message": "SIGSEGV"},
         {"id": "f4", "api": "jax.numpy.sum", "kind": "disagreement", "oracle": "raises",
          "message": "AssertionError: no error"}]})");
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ((*all)[0].manifestation, Manifestation::kException);
  EXPECT_EQ((*all)[0].exception, "ValueError");
  EXPECT_EQ((*all)[1].manifestation, Manifestation::kWrongOutput);
  EXPECT_EQ((*all)[2].manifestation, Manifestation::kCrash);
  EXPECT_EQ((*all)[3].manifestation, Manifestation::kNoError);
  EXPECT_FALSE(ReadPrograms("Traceback").ok());
}

}  // namespace
}  // namespace assay::bugs
