#include "judge/model/compare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "judge/model/predict.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

using program::ProgramStatus;

Observed Seen(ProgramStatus status, Ending ending) {
  Observed out;
  out.outcome.status = status;
  out.ending = std::move(ending);
  out.outcome.run.exception = out.ending.exception;
  return out;
}

Consensus Expects(Ending ending, const std::string& final_answer = "true") {
  Consensus out;
  out.answer = Prediction{.result = std::move(ending), .score = 95, .final_answer = final_answer};
  return out;
}

TEST(Compare, OnlyWhatWasPredicted) {
  const auto doc = AddmmDoc();
  const Observed valid = Seen(ProgramStatus::kValid, {"valid", "", "[2, 2]", "float32"});
  EXPECT_EQ(Compare(Expects({"valid", "", "", ""}), valid, doc).agreement, Agreement::kAgree);
  EXPECT_EQ(Compare(Expects({"valid", "", "[2, 2]", "float32"}), valid, doc).agreement,
            Agreement::kAgree);
  EXPECT_EQ(Compare(Expects({"valid", "", "[2, 3]", ""}), valid, doc).reason,
            "shape [2, 3] was expected, [2, 2] was seen");
  EXPECT_EQ(Compare(Expects({"valid", "", "", "float64"}), valid, doc).agreement,
            Agreement::kDisagree);
  EXPECT_EQ(Compare(Expects({"exception", "", "", ""}), valid, doc).agreement,
            Agreement::kDisagree);
}

TEST(Compare, ExceptionsDifferOnlyWhereTheyAreDocumented) {
  const auto doc = AddmmDoc();  // names ValueError
  const Observed raised = Seen(ProgramStatus::kException, {"exception", "RuntimeError", "", ""});
  EXPECT_EQ(Compare(Expects({"exception", "TypeError", "", ""}), raised, doc).agreement,
            Agreement::kAgree);
  EXPECT_EQ(Compare(Expects({"exception", "ValueError", "", ""}), raised, doc).agreement,
            Agreement::kDisagree);
}

TEST(Compare, RunsThatSayNothing) {
  const auto doc = AddmmDoc();
  const Ending valid = {"valid", "", "", ""};
  EXPECT_EQ(Compare(Expects(valid), Seen(ProgramStatus::kNoTarget, {"notarget", "", "", ""}), doc)
                .agreement,
            Agreement::kUnknown);
  // What fails before the call says nothing of the API.
  Observed before = Seen(ProgramStatus::kException, {"exception", "RuntimeError", "", ""});
  EXPECT_EQ(Compare(Expects(valid), before, doc).agreement, Agreement::kDisagree);
  before.not_reached = true;
  EXPECT_EQ(Compare(Expects(valid), before, doc).agreement, Agreement::kUnknown);
  Observed invalid = Seen(ProgramStatus::kException, {"exception", "NameError", "", ""});
  invalid.outcome.run.invalid = true;
  EXPECT_EQ(Compare(Expects(valid), invalid, doc).agreement, Agreement::kUnknown);
  Observed full = Seen(ProgramStatus::kException, {"exception", "", "", ""});
  full.outcome.run.limit = "memory";
  EXPECT_EQ(Compare(Expects(valid), full, doc).agreement, Agreement::kUnknown);
  const Observed ran = Seen(ProgramStatus::kValid, valid);
  EXPECT_EQ(Compare(Expects(valid, "none"), ran, doc).agreement, Agreement::kUnknown);
  EXPECT_EQ(Compare(Consensus{}, ran, doc).agreement, Agreement::kUnknown);
}

TEST(Compare, ElementsAndPropertiesThatWereStated) {
  const auto doc = AddmmDoc();
  Observed seen = Seen(ProgramStatus::kValid, {"valid", "", "[3]", "float32"});
  seen.elements = {0.7311, NAN, 2};
  seen.count = 3;
  seen.holds = {{"nan-kept", true}, {"finite", false}};
  const auto compare = [&](const std::string& elements, std::vector<std::string> properties) {
    Consensus consensus = Expects({"valid", "", "", ""});
    consensus.stated = {elements, std::move(properties)};
    return Compare(consensus, seen, doc);
  };
  EXPECT_EQ(compare("[0.73, nan, 2]", {"nan-kept"}).agreement, Agreement::kAgree);
  EXPECT_EQ(compare("[0.9, nan, 2]", {}).agreement, Agreement::kDisagree);
  EXPECT_EQ(compare("[0.73, 0.0, 2]", {}).reason, "element 1 was expected to be 0, it is nan");
  EXPECT_EQ(compare("", {"finite"}).reason, "property finite was expected, it does not hold");
  EXPECT_EQ(compare("", {"sorted"}).agreement, Agreement::kAgree);  // was not looked at
  EXPECT_EQ(compare("[0.9]", {}).agreement, Agreement::kAgree);     // an excerpt
  EXPECT_EQ(compare("about 3", {}).agreement, Agreement::kAgree);   // no numbers
}

TEST(Compare, ChanceOfTheProgramItselfBlamesNobody) {
  const auto doc = AddmmDoc();
  Observed seen = Seen(ProgramStatus::kValid, {"flaky", "", "[2]", "float32"});
  EXPECT_EQ(Compare(Expects({"valid", "", "", ""}), seen, doc).agreement, Agreement::kDisagree);
  seen.own_chance = true;
  EXPECT_EQ(Compare(Expects({"valid", "", "", ""}), seen, doc).agreement, Agreement::kAgree);
  EXPECT_EQ(Compare(Expects({"flaky", "", "", ""}), seen, doc).agreement, Agreement::kAgree);
  EXPECT_EQ(Compare(Expects({"valid", "", "[3]", ""}), seen, doc).agreement, Agreement::kDisagree);
  const Observed same = Seen(ProgramStatus::kValid, {"valid", "", "[2]", "float32"});
  EXPECT_EQ(Compare(Expects({"flaky", "", "", ""}), same, doc).agreement, Agreement::kUnknown);
}

TEST(Compare, ElementsOfAChange) {
  const auto doc = AddmmDoc();
  Observed before = Seen(ProgramStatus::kValid, {"valid", "", "[2]", "float32"}), after = before;
  before.digest = "a";
  before.sum = 1;
  after.digest = "b";
  after.sum = 3;
  const auto compare = [&](const char* values) {
    Consensus consensus = Expects({"valid", "", "", ""}, "");
    consensus.more = values;
    return CompareChange(consensus, before, after, doc).agreement;
  };
  EXPECT_EQ(compare("larger"), Agreement::kAgree);
  EXPECT_EQ(compare("different"), Agreement::kAgree);
  EXPECT_EQ(compare("none"), Agreement::kAgree);
  EXPECT_EQ(compare("smaller"), Agreement::kDisagree);
  EXPECT_EQ(compare("equal"), Agreement::kDisagree);
  after.digest = "a";
  EXPECT_EQ(compare("equal"), Agreement::kAgree);
  EXPECT_EQ(compare("larger"), Agreement::kDisagree);
  after.digest = "";  // cannot be read: nothing to compare
  EXPECT_EQ(compare("larger"), Agreement::kAgree);
}

}  // namespace
}  // namespace assay::judge::model
