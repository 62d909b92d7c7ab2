#include "judge/model/export_training.h"

#include <map>
#include <set>

#include "base/strings.h"
#include "casebook/labels.h"
#include "casebook/records.h"
#include "judge/model/predict.h"
#include "knowledge/api/documentation.h"
#include "program/parse/edit.h"

namespace assay::judge::model {
namespace {

using nlohmann::ordered_json;

using nlohmann::json;

// Documentation: as it was judged by, otherwise of what is installed, looked up once.
class DocCache {
 public:
  void Put(const std::string& framework, const json& document) {
    auto doc = knowledge::ReadApiDoc(document);
    if (doc.ok()) judged_.emplace(framework + " " + doc->name, std::move(*doc));
  }

  // Null when the API is not documented here.
  const knowledge::ApiDoc* Find(const std::string& framework, const std::string& api) {
    if (const auto found = judged_.find(framework + " " + api); found != judged_.end())
      return &found->second;
    if (!bases_.contains(framework)) {
      const auto subject = knowledge::FindFramework(framework, "");
      auto base = subject.ok() ? knowledge::DocumentationOf(*subject)
                               : Result<knowledge::ApiBase>(subject.error());
      bases_[framework] = base.ok() ? std::move(*base) : knowledge::ApiBase();
    }
    return knowledge::FindDoc(bases_[framework], api);
  }

 private:
  std::map<std::string, knowledge::ApiDoc> judged_;
  std::map<std::string, knowledge::ApiBase> bases_;
};

class Exporter {
 public:
  explicit Exporter(const store::Store& store) : store_(store) {}

  // The reports of the last run with a model.
  Status Load() {
    ASSAY_ASSIGN(const auto last, store_.LastCampaign("judge-model"));
    if (!last) return {};
    ASSAY_ASSIGN(const auto rows, store_.Reports(last->id));
    for (const store::ReportRow& row : rows) {
      json report = json::parse(row.report, nullptr, false);
      if (!report.is_object() || !report.contains("cases")) continue;
      if (report.contains("documentation"))
        docs_.Put(report.value("framework", ""), report["documentation"]);
      reports_.push_back(std::move(report));
    }
    return {};
  }

  // Programs that a model has judged, with what was seen.
  Status AddModelRows() {
    for (const json& report : reports_)
      for (const json& one : report["cases"])
        ASSAY_RETURN_IF_ERROR(
            Add(RowOf(one), report.value("framework", ""), report.value("api", "")));
    return {};
  }

  // Findings: a program that shows a bug, and the sentence that it breaks. What a reviewer called
  // false is as documented; what nobody decided is left out.
  Status AddFindings() {
    ASSAY_ASSIGN(const auto rows, store_.Findings());
    for (const store::FindingRow& row : rows) {
      ASSAY_ASSIGN(const auto finding, casebook::LoadSmallest(store_, row.id));
      if (!finding || finding->pipeline != "judge") continue;
      ASSAY_ASSIGN(const std::string label, LabelOf(row.id, finding->kind));
      if (label.empty()) continue;
      TrainingRow out{.program = finding->program,
                      .seen = NormalEnding({finding->seen.status, finding->seen.exception, "", ""}),
                      .label = label,
                      .quote = finding->sentence,
                      .explanation = finding->title,
                      .source = "finding " + row.id};
      ASSAY_RETURN_IF_ERROR(Add(out, finding->framework, finding->api));
    }
    return {};
  }

  TrainingCases Finish() {
    return {std::move(text_),
            {{"rows", rows_},
             {"labels", labels_},
             {"undocumented", undocumented_},
             {"repeated", repeated_}}};
  }

 private:
  // What ends as the model read it in the documentation is as documented; where they disagree or
  // the process died, nobody knows.
  static TrainingRow RowOf(const json& one) {
    TrainingRow out{.program = one.value("program", "")};
    const json& seen = one["seen"];
    out.seen = {seen.value("status", ""), seen.value("exception", ""), seen.value("shape", ""),
                seen.value("dtype", "")};
    const bool agreed = one.value("agreement", "") == "agree";
    const bool ends = out.seen.status == "valid" || out.seen.status == "exception";
    out.label = agreed && ends ? "true" : "none";
    if (agreed) {
      out.quote = one.value("evidence", "");
      out.explanation = one.value("explanation", "");
    }
    out.source = one.value("source", "");
    return out;
  }

  Result<std::string> LabelOf(const std::string& id, const std::string& kind) const {
    ASSAY_ASSIGN(const auto facts, store_.Facts(id));
    for (const store::FactRow& fact : facts) {
      if (fact.aspect != "label") continue;
      const json label = json::parse(fact.json, nullptr, false);
      const std::string verdict = label.is_object() ? label.value("label", "") : "";
      if (casebook::IsKindOf(verdict, "true")) return std::string("false");  // it shows a bug
      if (casebook::IsKindOf(verdict, "false")) return std::string("true");
      return std::string();
    }
    // Rules were confirmed in clean processes; a model's suspicion waits for a reviewer.
    return std::string(kind == "suspected" ? "" : "false");
  }

  Status Add(const TrainingRow& row, const std::string& framework, const std::string& api) {
    const knowledge::ApiDoc* doc = docs_.Find(framework, api);
    if (doc == nullptr) {
      ++undocumented_;
      return {};
    }
    if (!seen_.insert(program::DedupKey(program::SyntaxTree::Parse(row.program))).second) {
      ++repeated_;
      return {};
    }
    ASSAY_ASSIGN(const auto line, TrainingJson(row, *doc));
    text_ += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    ++rows_;
    ++labels_[row.label];
    return {};
  }

  const store::Store& store_;
  DocCache docs_;
  std::vector<json> reports_;
  std::set<std::string> seen_;
  std::string text_;
  size_t rows_ = 0, undocumented_ = 0, repeated_ = 0;
  std::map<std::string, size_t> labels_;
};

// What was seen is certain.
constexpr int kCertain = 100;

std::string RightAnswer(const TrainingRow& row) {
  ordered_json out;
  out["quote"] = row.quote;
  out["explanation"] = row.explanation.empty()
                           ? StrCat("The program ends so: ", row.seen.Text(), ".")
                           : row.explanation;
  out["result"] = {{"status", row.seen.status},
                   {"exception", row.seen.exception},
                   {"shape", row.seen.shape},
                   {"dtype", row.seen.dtype}};
  out["score"] = kCertain;
  out["final_answer"] = row.label;
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

Result<TrainingCases> ExportTraining(const store::Store& store) {
  Exporter exporter(store);
  ASSAY_RETURN_IF_ERROR(exporter.Load());
  ASSAY_RETURN_IF_ERROR(exporter.AddFindings());
  ASSAY_RETURN_IF_ERROR(exporter.AddModelRows());
  return exporter.Finish();
}

Result<ordered_json> TrainingJson(const TrainingRow& row, const knowledge::ApiDoc& doc) {
  ASSAY_ASSIGN(const auto prompts, PredictionPrompts(doc, row.program, 1));
  ordered_json messages = ordered_json::array();
  const auto& asked = prompts.front().messages;
  messages.push_back({{"role", asked.front().role}, {"content", asked.front().text}});
  messages.push_back({{"role", asked.back().role}, {"content", asked.back().text}});
  messages.push_back({{"role", "assistant"}, {"content", RightAnswer(row)}});
  ordered_json out;
  out["messages"] = std::move(messages);
  out["label"] = row.label;
  out["api"] = doc.name;
  out["status"] = row.seen.status;
  out["source"] = row.source;
  return out;
}

}  // namespace assay::judge::model
