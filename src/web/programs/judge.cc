// judge: APIs held against their documentation, by rules and by a language model.
#include "base/strings.h"
#include "judge/model/paper.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

json FirstOf(const json& list) { return list.is_array() && !list.empty() ? list[0] : json(""); }

std::vector<std::string> Names(const json& object) {
  std::vector<std::string> out;
  for (const auto& [name, value] : object.items()) out.push_back(name);
  return out;
}

// Rules keep what came out of an API, and the programs of what they found.
json ApiRow(const Run& run, size_t i) {
  const json& report = run.reports[i];
  const std::string problem = report.value("problem", "");
  const size_t calls = report.value("calls", size_t{0});
  return {{"id", StrCat(run.id, ".", i)},
          {"api", report.value("api", "")},
          {"framework", report.value("framework", "")},
          {"status", calls > 0 ? "called" : "no call works"},
          {"verdict", CountsText(report.value("verdicts", json::object()))},
          {"oracle", Join(Names(report.value("oracles", json::object())), ", ")},
          {"programs", report.value("programs", size_t{0})},
          {"trials", report.value("trials", size_t{0})},
          {"statuses", CountsText(report.value("statuses", json::object()))},
          {"problem", problem},
          {"finding", FirstOf(report.value("findings", json::array()))},
          {"campaign", run.id}};
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
          {"finding", ""},
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
  for (const Run& run : by_rules)
    for (size_t i = 0; i < run.reports.size(); ++i) out.rows.push_back(ApiRow(run, i));
  if (!by_rules.empty())
    out.note =
        "Of programs by rules one row tells what came out of an API; their text is kept where they "
        "show a finding, on the page of the finding.";
  return out;
}

Result<json> JudgeTables(const Sources&, const store::Store& store) {
  ASSAY_ASSIGN(const auto runs, ReadRuns(store, "judge-model"));
  size_t none = 0, is_true = 0, is_false = 0, other = 0;
  for (const Run& run : runs)
    for (const json& report : run.reports)
      for (const json& one : report.value("cases", json::array())) {
        if (!one.value("parameter", "").empty()) continue;
        const std::string answer = one.value("final_answer", "");
        ++(answer == "none"    ? none
           : answer == "true"  ? is_true
           : answer == "false" ? is_false
                               : other);
      }
  json rows = json::array();
  if (none + is_true + is_false + other > 0)
    rows.push_back({"assay, this store", StrCat(none), StrCat(is_true), StrCat(is_false)});
  for (const auto& row : {judge::model::kPaperSample, judge::model::kPaperTotal})
    rows.push_back({row.name, StrCat(row.none), StrCat(row.is_true), StrCat(row.is_false)});
  json table = {{"title", "Table I: answers of the model"},
                {"header", {"", "none", "true", "false"}},
                {"rows", std::move(rows)},
                {"note", other > 0 ? StrCat(other, " answers of ours were none of these.") : ""}};
  return json::array({std::move(table)});
}

}  // namespace assay::web::programs
