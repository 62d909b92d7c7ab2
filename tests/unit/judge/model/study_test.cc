#include <gtest/gtest.h>

#include "casebook/bug_types.h"
#include "judge/model/export_training.h"
#include "judge/model/study_tables.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

using program::ProgramStatus;

knowledge::PoolProgram PoolEntry(const std::string& outcome, const std::string& symptom) {
  knowledge::PoolProgram out;
  out.id = "torch/x";
  out.framework = "torch";
  out.api = "torch.addmm";
  out.code = "# wrong\nassert 1 == 1\n";
  out.outcome = outcome;
  out.symptom = symptom;
  out.shows = "reads beyond the tensor";
  return out;
}

TEST(Study, PoolProgramsAreBugsWhetherTheyShowTodayOrNot) {
  const auto cases = CasesOfPool({PoolEntry("there", "crash"), PoolEntry("fixed", "wrong-result")});
  EXPECT_EQ(cases[0].is_bug, true);
  EXPECT_EQ(cases[1].is_bug, true);
  EXPECT_EQ(cases[0].shows, true);
  EXPECT_EQ(cases[1].shows, false);
  EXPECT_EQ(cases[0].program, "assert 1 == 1\n");
  EXPECT_EQ(cases[0].bug_type, "Incorrect Exception Handling");
  for (const StudyCase& one : cases) EXPECT_TRUE(casebook::FindBugType(one.bug_type).ok());
}

TEST(Study, ProgramsThatNeedMoreThanTheFrameworkAreNoCases) {
  knowledge::PoolProgram more = PoolEntry("there", "crash");
  more.environment = "torch-optimise";
  knowledge::PoolProgram own = PoolEntry("there", "crash");
  own.environment = "torch";
  EXPECT_EQ(CasesOfPool({more, own}).size(), 1u);
}

TEST(Study, ReportsAreLabelledByTheProject) {
  knowledge::Issue issue;
  issue.repo = "pytorch/pytorch";
  issue.number = 7;
  issue.state = "closed";
  issue.title = "relu is wrong";
  issue.body = "```python\nimport torch\n# bug\ntorch.relu(torch.ones(2))\n```\n";
  EXPECT_FALSE(TakenForBug(issue).has_value());
  issue.reason = "not_planned";
  EXPECT_EQ(TakenForBug(issue), false);
  issue.reason = "completed";
  issue.labels = {"high priority"};
  EXPECT_EQ(TakenForBug(issue), true);
  knowledge::Issue bare = issue;
  bare.body = "It does not work.";
  const IssueCases cases = CasesOfIssues({issue, bare});
  ASSERT_EQ(cases.cases.size(), 1u);
  EXPECT_EQ(cases.without_program, 1u);
  EXPECT_EQ(cases.cases[0].program.find("bug"), std::string::npos);
  EXPECT_EQ(cases.cases[0].framework, "torch");
}

TEST(Study, WhatARunSays) {
  program::ProgramOutcome outcome;
  const auto says = [&](ProgramStatus status, const char* exception) {
    outcome.status = status;
    outcome.run.exception = exception;
    return RunAnswer(outcome);
  };
  EXPECT_EQ(says(ProgramStatus::kValid, ""), "true");
  EXPECT_EQ(says(ProgramStatus::kCrash, ""), "false");
  EXPECT_EQ(says(ProgramStatus::kHangs, ""), "false");
  EXPECT_EQ(says(ProgramStatus::kException, "AssertionError"), "false");
  EXPECT_EQ(says(ProgramStatus::kException, "RuntimeError"), "none");
  EXPECT_EQ(says(ProgramStatus::kFlaky, ""), "none");
  outcome.run.busy = 0.9;  // slow, for all we know
  EXPECT_EQ(says(ProgramStatus::kHangs, ""), "none");
}

StudyRow Row(std::optional<bool> is_bug, const std::string& status, const std::string& run) {
  StudyRow out;
  out.subject.is_bug = is_bug;
  out.subject.bug_type = "Other";
  out.status = status;
  out.run_answer = run;
  return out;
}

TEST(Study, TablesCountAgainstLabels) {
  StudyRow changed = Row(false, "valid", "true");
  changed.variant = ModelCase{};
  changed.variant->observed.ending.status = "crash";
  changed.variant->consensus.answer = Prediction{.result = {"crash", "", "", ""}, .score = 95};
  StudyRow missed = changed;
  missed.variant->consensus.answer->result.status = "valid";
  StudyRow unknown = changed;
  unknown.variant->consensus.answer.reset();
  const StudyTables out = MakeTables({Row(true, "crash", "false"), Row(true, "valid", "true"),
                                      Row(false, "exception", "none"), Row({}, "valid", "true"),
                                      changed, missed, unknown});
  EXPECT_EQ(out.run_all.cases, 6u);
  EXPECT_EQ(out.run_all.decided, 5u);
  EXPECT_EQ(out.run_all.right, 4u);
  EXPECT_EQ(out.run_by_status.at("crash").right, 1u);
  EXPECT_EQ(out.unlabelled, 1u);
  EXPECT_EQ(out.changes.at("crash").cases, 3u);
  EXPECT_EQ(out.changes.at("crash").decided, 2u);
  EXPECT_EQ(out.changes.at("crash").right, 1u);
  const auto json = StudyTablesJson(out);
  EXPECT_EQ(json["table1"]["run"]["true"], 5);
  EXPECT_EQ(json["table3"]["by_status"]["crash"]["accuracy"], 0.5);
  EXPECT_TRUE(json["model"]["all"]["accuracy"].is_null());
  EXPECT_EQ(json["table3"]["by_status"].size(), 6u);  // also those that did not occur
}

TEST(Study, TheRunIsHeldAgainstWhatShowsAndTheModelAgainstTheReport) {
  StudyRow row = Row(true, "valid", "true");
  row.subject.shows = false;  // fixed since
  row.model = ModelCase{};
  row.model->consensus.answer = Prediction{.score = 95, .final_answer = "false"};
  row.model->compared.agreement = Agreement::kAgree;
  const StudyTables out = MakeTables({row});
  EXPECT_EQ(out.run_all.right, 1u);
  EXPECT_EQ(out.model_all.right, 1u);
  EXPECT_EQ(out.both_all.right, 1u);
  row.model->waiting = true;
  EXPECT_EQ(MakeTables({row}).model_all.cases, 0u);
}

TEST(Study, TableTwoHasSeventeenDetails) {
  StudyRow row = Row(false, "valid", "true");
  row.model = ModelCase{};
  row.model->error_kind = "added-limitations";
  row.own_change.rejected = "no-change";
  StudyRow real = Row(true, "crash", "false");
  real.model = ModelCase{};
  real.model->error_kind = "added-limitations";  // of a real bug: no false positive
  StudyLabels labels;
  labels.rows = {{"a", "one", false, true, "multi-api"}};
  const auto table = StudyTablesJson(MakeTables({row, real}), labels)["table2"];
  ASSERT_EQ(table.size(), 17u);
  std::map<std::string, std::pair<int, int>> counts;
  for (const auto& line : table) counts[line["kind"]] = {line["automatic"], line["labelled"]};
  EXPECT_EQ(counts["added-limitations"], std::pair(1, 0));
  EXPECT_EQ(counts["no-change"], std::pair(1, 0));
  EXPECT_EQ(counts["multi-api"], std::pair(0, 1));
}

TEST(Training, TheAnswerIsWhatWasSeen) {
  TrainingRow row{kAddmm, {"valid", "", "[2, 2]", "float32"}, "true", "a quote", "", "rules"};
  const auto line = TrainingJson(row, AddmmDoc());
  ASSERT_TRUE(line.ok()) << line.error().message;
  ASSERT_EQ((*line)["messages"].size(), 3u);
  EXPECT_EQ((*line)["messages"][0]["role"], "system");
  EXPECT_NE((*line)["messages"][1]["content"].get<std::string>().find("torch.addmm(x"),
            std::string::npos);
  const auto answer = nlohmann::json::parse((*line)["messages"][2]["content"].get<std::string>());
  EXPECT_EQ(answer["result"]["shape"], "[2, 2]");
  EXPECT_EQ(answer["final_answer"], "true");
  EXPECT_EQ((*line)["label"], "true");
  EXPECT_EQ((*line)["status"], "valid");
}

}  // namespace
}  // namespace assay::judge::model
