// Programs of `assay judge`: how one ended and what that says (trials), and what documentation
// promises at all (promises).
#include "base/strings.h"
#include "cases.h"
#include "tests/unit/judge/oracles/support.h"

namespace assay::regress {
namespace {

using program::ProgramStatus;

judge::Blame BlameOf(const std::string& name) {
  return name == "refusal"   ? judge::Blame::kRefusal
         : name == "keyword" ? judge::Blame::kKeyword
         : name == "range"   ? judge::Blame::kRangeError
         : name == "checks"  ? judge::Blame::kChecks
                             : judge::Blame::kAnyError;
}

class Trials : public Regress {};

TEST_P(Trials, GetTheirVerdict) {
  const Case& test = GetParam();
  ExpectKeys(test, {"claim", "blame", "value", "ends", "exception", "message", "limit", "printed",
                    "before_the_claim", "cpu_seconds", "verdict"});
  judge::Trial trial;
  trial.claim = test["claim"];
  trial.blame = BlameOf(test["blame"]);
  trial.value = test["value"];
  trial.claim_line = 10;
  program::ProgramOutcome outcome;
  outcome.status = test["ends"] == "hangs"   ? ProgramStatus::kHangs
                   : test["ends"] == "flaky" ? ProgramStatus::kFlaky
                                             : ProgramStatus::kException;
  outcome.run.exception = test["exception"];
  outcome.run.message = test["message"];
  outcome.run.limit = test["limit"];
  outcome.run.out = test["printed"];
  outcome.run.cpu_seconds = test.data["cpu_seconds"].value_or(0.0);
  outcome.run.busy = 1;
  outcome.run.line = test.data["before_the_claim"].value_or(false) ? 9 : 11;
  EXPECT_EQ(VerdictName(JudgeTrial(trial, outcome).verdict), test["verdict"]) << test["cause"];
}

INSTANTIATE_TEST_SUITE_P(All, Trials, testing::ValuesIn(CasesIn("trials")), TestName);

class Promises : public Regress {};

// `parameters`: "input: Tensor", "start: float = 0"; those without a default are passed.
TEST_P(Promises, AreHeldAgainstTheApiOrNot) {
  const Case& test = GetParam();
  ExpectKeys(test, {"api", "text", "note", "signature", "parameters", "oracle", "trials"});
  knowledge::ApiDoc doc = judge::Doc(test["api"], test["text"]);
  if (!test["note"].empty()) doc.notes = {test["note"]};
  if (!test["signature"].empty()) doc.signature = test["signature"];
  judge::ApiCall call;
  if (const toml::array* parameters = test.data["parameters"].as_array())
    for (const toml::node& node : *parameters) {
      const std::string text = node.value_or(std::string());
      const size_t colon = text.find(": "), equals = text.find(" = ");
      const std::string name = text.substr(0, colon);
      const std::string value = equals == std::string::npos ? "" : text.substr(equals + 3);
      doc.parameters.push_back(
          judge::Param(name, text.substr(colon + 2, equals - colon - 2), "", value));
      doc.parameters.back().kind = "positional";
      if (value.empty()) call.arguments.push_back(judge::Tensor(name, {2, 3}));
    }
  EXPECT_EQ(judge::TrialsOf(test["oracle"], doc, call).size(),
            static_cast<size_t>(test.data["trials"].value_or(-1)))
      << test["cause"];
}

INSTANTIATE_TEST_SUITE_P(All, Promises, testing::ValuesIn(CasesIn("promises")), TestName);

}  // namespace
}  // namespace assay::regress
