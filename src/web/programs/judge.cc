// judge: APIs held against their documentation, by rules and by a language model.
#include <map>
#include <ranges>

#include "base/strings.h"
#include "judge/api_report.h"
#include "judge/model/study_tables.h"
#include "trial/trial.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

// What was held against what, and how often which verdict came of it.
json TriedJson(const judge::ApiReport& report) {
  json out = json::array();
  for (const auto& [name, verdicts] : report.oracles)
    out.push_back(
        {{"oracle", name}, {"meaning", MeaningOf(name)}, {"verdicts", CountsText(verdicts)}});
  return out;
}

// Rules keep what came out of an API, and by a name of its own some of what was run.
json ApiRow(const Run& run, size_t i) {
  const auto report = run.reports[i].get<judge::ApiReport>();
  json out = {{"id", StrCat(run.id, ".", i)},
              {"api", report.api},
              {"framework", report.framework},
              {"status", report.calls > 0 ? "called" : "no call works"},
              {"verdict", CountsText(report.verdicts)},
              {"oracle", Join(std::views::keys(report.oracles), ", ")},
              {"tried", TriedJson(report)},
              {"programs", report.programs},
              {"trials", report.trials},
              {"statuses", CountsText(report.statuses)},
              {"problem", report.problem},
              {"finding", report.findings.empty() ? "" : report.findings[0]},
              {"findings", report.findings},
              {"campaign", run.id}};
  // No text, which a search would look through.
  if (!report.kept.empty()) out["kept"] = {{"kind", report.kept}};
  return out;
}

std::string EndingText(const json& ending) {
  if (!ending.is_object()) return "";
  std::vector<std::string> parts;
  for (const char* key : {"status", "exception", "shape", "dtype"})
    if (const std::string text = ending.value(key, ""); !text.empty()) parts.push_back(text);
  return Join(parts, ", ");
}

// A model keeps every program that it judged.
json CaseRow(const Run& run, const json& report, const json& one, const std::string& id) {
  const json seen = one.value("seen", json::object());
  const json doc = report.value("documentation", json::object());
  return {{"id", id},
          {"api", report.value("api", "")},
          {"framework", report.value("framework", "")},
          {"status", seen.value("status", "")},
          {"verdict", one.value("agreement", "")},
          {"oracle", one.value("parameter", "").empty() ? "model" : "model-change"},
          {"reason", one.value("reason", "")},
          {"confidence", one.value("confidence", json())},
          {"finding", one.value("finding", "")},
          {"prompt", one.value("prompt", "")},
          {"source", one.value("source", "")},
          {"campaign", run.id},
          {"text", one.value("program", "")},
          {"expected", EndingText(one.value("predicted", json()))},
          {"seen", EndingText(seen)},
          {"explanation", one.value("explanation", "")},
          {"documentation",
           {{"api", report.value("api", "")},
            {"sentence", one.value("evidence", "")},
            {"text", doc.value("text", "")},
            {"source", StrCat(report.value("framework", ""), " ", report.value("version", ""))}}}};
}

// In the form of the paper's table I.
struct Answers {
  size_t none = 0, is_true = 0, is_false = 0, other = 0;
  size_t all() const { return none + is_true + is_false + other; }
};

// What the model answers of programs as they were reported, without those that were changed.
void CountAnswers(const Run& run, Answers& out) {
  for (const json& report : run.reports)
    for (const json& one : report.value("cases", json::array())) {
      if (!one.value("parameter", "").empty() || one.value("agreement", "") == "waiting") continue;
      const std::string answer = one.value("final_answer", "");
      ++(answer == "none"    ? out.none
         : answer == "true"  ? out.is_true
         : answer == "false" ? out.is_false
                             : out.other);
    }
}

// What accuses nobody is unknown.
void CountVerdicts(const Run& run, Answers& out) {
  using trial::Verdict;
  const auto is_one_of = [](const std::string& name, auto... verdicts) {
    return ((name == trial::VerdictName(verdicts)) || ...);
  };
  for (const json& report : run.reports)
    for (const auto& [name, count] : report.get<judge::ApiReport>().verdicts) {
      const bool broken = is_one_of(name, Verdict::kBroken, Verdict::kCrash, Verdict::kHangs);
      (is_one_of(name, Verdict::kHolds) ? out.is_true : broken ? out.is_false : out.none) += count;
    }
}

// In the form of table II: what rules see of disagreements and of changes that were turned down.
void CountKinds(const Run& run, std::map<std::string, size_t>& out) {
  for (const json& report : run.reports) {
    for (const json& one : report.value("cases", json::array()))
      if (const std::string kind = one.value("error_kind", ""); !kind.empty()) ++out[kind];
    const json rejected = report.value("changes_rejected", json::object());
    for (const auto& [label, count] : rejected.items()) out[label] += count.get<size_t>();
  }
}

Result<json> KindsTable(const std::vector<Run>& by_model, const store::Store& store) {
  std::map<std::string, size_t> automatic;
  for (const Run& run : by_model) CountKinds(run, automatic);
  ASSAY_ASSIGN(const auto labelled, judge::model::KindsOfFindings(store));
  json rows = json::array();
  for (const json& row : judge::model::ErrorKindsJson(automatic, labelled))
    rows.push_back({row["group"], row["name"], row["automatic"].dump(), row["labelled"].dump()});
  return json{{"title", "Table II: what false positives come from"},
              {"header", {"error type", "detail", "by rules", "by label"}},
              {"rows", std::move(rows)},
              {"note", "`assay findings label` counts in the last column."}};
}

// In the form of table III: of changed programs that ended so, those that were foretold.
json ChangesTable(const std::vector<Run>& by_model) {
  std::map<std::string, std::pair<size_t, size_t>> statuses;
  for (const char* status : {"crash", "exception", "flaky", "hangs", "notarget", "valid"})
    statuses[status];
  for (const Run& run : by_model)
    for (const json& report : run.reports)
      for (const json& one : report.value("cases", json::array())) {
        if (one.value("parameter", "").empty() || one.value("agreement", "") == "waiting") continue;
        const std::string seen = one["seen"].value("status", "");
        const json said = one.value("predicted", json());
        ++statuses[seen].first;
        statuses[seen].second += said.is_object() && said.value("status", "") == seen ? 1 : 0;
      }
  json rows = json::array();
  for (const auto& [status, counts] : statuses)
    rows.push_back({status, StrCat(counts.first), StrCat(counts.second)});
  return {{"title", "Table III: one parameter changed"},
          {"header", {"status", "programs", "foretold"}},
          {"rows", std::move(rows)},
          {"note", ""}};
}

json RowOf(const std::string& name, size_t none, size_t is_true, size_t is_false) {
  return {name, StrCat(none), StrCat(is_true), StrCat(is_false)};
}

}  // namespace

Result<Listed> JudgePrograms(const store::Store& store) {
  Listed out;
  ASSAY_ASSIGN(const auto by_model, ReadRuns(store, "judge-model"));
  for (const Run& run : by_model)
    for (size_t i = 0; i < run.reports.size(); ++i) {
      const json cases = run.reports[i].value("cases", json::array());
      for (size_t k = 0; k < cases.size(); ++k)
        out.rows.push_back(CaseRow(run, run.reports[i], cases[k], StrCat(run.id, ".", i, ".", k)));
    }
  ASSAY_ASSIGN(const auto by_rules, ReadRuns(store, "judge"));
  bool all_kept = true;
  for (const Run& run : by_rules)
    for (size_t i = 0; i < run.reports.size(); ++i) {
      out.rows.push_back(ApiRow(run, i));
      all_kept = all_kept && out.rows.back().contains("kept");
    }
  if (by_rules.empty()) return out;
  out.unit = by_model.empty() ? "APIs" : "programs and APIs";
  out.note =
      "For programs by rules, one row shows the results of an API. For every oracle that was "
      "tried, "
      "one program for each verdict is kept, with the documentation that it was made from.";
  if (!all_kept)
    out.note += " Some of these runs are of an older assay, which kept only what showed a finding.";
  return out;
}

Result<json> JudgeTables(const Sources&, const store::Store& store) {
  ASSAY_ASSIGN(const auto by_model, ReadRuns(store, "judge-model"));
  ASSAY_ASSIGN(const auto by_rules, ReadRuns(store, "judge"));
  Answers model, rules;
  for (const Run& run : by_model) CountAnswers(run, model);
  for (const Run& run : by_rules) CountVerdicts(run, rules);
  json rows = json::array();
  for (const auto& [name, ours] : {std::pair("assay with a model, this store", &model),
                                   std::pair("assay by rules, this store", &rules)})
    if (ours->all() > 0) rows.push_back(RowOf(name, ours->none, ours->is_true, ours->is_false));
  std::vector<std::string> notes;
  if (rows.empty()) notes.emplace_back("`assay judge` with `--store` adds a row of ours.");
  for (const auto& row : {judge::model::kPaperSample, judge::model::kPaperTotal})
    rows.push_back(RowOf(row.name, row.none, row.is_true, row.is_false));
  if (rules.all() > 0)
    notes.emplace_back(
        "By rules every claim that was tried counts, by its verdict before anything was confirmed: "
        "it holds (true), it is broken, crashes or hangs (false), anything else (none). The paper "
        "counts programs of issue reports that a model answered on; `assay judge validate` makes "
        "that comparison.");
  if (model.other > 0) notes.push_back(StrCat(model.other, " answers of ours were none of these."));
  json table = {
      {"title", "Table I: answers"},
      {"header", {"", "none (unknown)", "true (as documented)", "false (not as documented)"}},
      {"rows", std::move(rows)},
      {"note", Join(notes, " ")}};
  json out = json::array({std::move(table)});
  if (by_model.empty()) return out;
  ASSAY_ASSIGN(json kinds, KindsTable(by_model, store));
  out.push_back(std::move(kinds));
  out.push_back(ChangesTable(by_model));
  return out;
}

}  // namespace assay::web::programs
