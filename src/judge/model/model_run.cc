#include "judge/model/model_run.h"

#include <vector>

#include "base/json.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "casebook/records.h"
#include "judge/model/judge_with_model.h"
#include "judge/trial_names.h"
#include "program/lab/program_lab.h"
#include "program/parse/edit.h"
#include "trial/prelude.h"
#include "trial/probe.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

constexpr const char* kPipeline = "judge-model";

// Plain programs around calls that work, for a model to judge.
constexpr size_t kAttempts = 60;  // as many as the rules try

// Imports, arguments, seed, and the call with what it returns in `result`.
std::string PlainProgram(const ApiCall& call, const knowledge::ApiDoc& doc,
                         const Dialect& dialect) {
  const WrittenCall written = Write(call, doc);
  std::string out = StrCat(dialect.imports, "\n");
  for (const std::string& statement : written.statements) out += statement + "\n";
  if (const std::string seed = SeedFor(dialect, doc.name); !seed.empty()) out += seed + "\n";
  return StrCat(out, "result = ", written.expression, "\n");
}

// Kept under this kind in the store.
constexpr const char* kCallsDocument = "judge-calls";

// At most `most`, no two alike; empty when no call works.
Result<std::vector<std::string>> FindPrograms(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                              size_t most, program::ProgramLab& lab) {
  ASSAY_ASSIGN(const std::string prelude, trial::LoadPrelude(dialect));
  ASSAY_ASSIGN(const std::string probe, trial::LoadProbe());
  ASSAY_ASSIGN(const trial::Probed probed,
               trial::ProbeCalls(doc, dialect, prelude + "\n" + probe,
                                 trial::ProposeCalls(doc, dialect, kAttempts), lab));
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const ApiCall& call : probed.calls) {
    const std::string program = PlainProgram(call, doc, dialect);
    if (out.size() < most &&
        seen.insert(program::DedupKey(program::SyntaxTree::Parse(program))).second)
      out.push_back(program);
  }
  return out;
}

// A disagreement that only a model sees, as it is kept: kind "suspected", never confirmed by
// itself.
casebook::ProgramFinding SuspicionOf(const ModelCase& one, const ModelReport& report,
                                     const std::string& environment) {
  casebook::ProgramFinding out{.pipeline = "judge",
                               .framework = report.framework,
                               .version = report.version,
                               .environment = environment,
                               .api = report.api,
                               .oracle = one.parameter.empty() ? "model" : "model-change",
                               .parameter = one.parameter,
                               .kind = "suspected"};
  out.title =
      StrCat(report.api, ": a model reads the documentation otherwise: ", one.compared.reason);
  out.sentence = one.consensus.sentence;
  out.message = one.compared.reason;
  out.program = one.program;
  out.target_api = report.api;
  out.seen = casebook::SignatureOf(one.observed.outcome, 0);
  out.facts = {{"source", one.source},          {"approach", "model"},
               {"reason", one.compared.reason}, {"prompt", one.prompt},
               {"error_kind", one.error_kind},  {"confidence", one.consensus.confidence},
               {"runs", one.consensus.runs},    {"confirmed", 0}};
  if (!one.consensus.answer) return out;
  out.facts["score"] = one.consensus.answer->score;
  out.facts["predicted"] = one.consensus.answer->result.Text();
  out.facts["explanation"] = one.consensus.answer->explanation;
  return out;
}

void AddUp(const std::map<std::string, size_t>& counts, json& sum) {
  if (sum.is_null()) sum = json::object();
  for (const auto& [name, count] : counts) sum[name] = sum.value(name, size_t{0}) + count;
}

}  // namespace

ModelRun::ModelRun(const ModelRunOptions& options, llm::Client& client, store::Store& store)
    : run_options_(options), client_(client), store_(store) {
  for (const char* key :
       {"agreement", "answers", "generated", "not_run", "changes_rejected", "error_kinds"})
    out_[key] = json::object();
  for (const char* key : {"apis", "without_call", "pending", "left", "cases", "waiting", "runs",
                          "quotes_rejected", "low_score", "generations"})
    out_[key] = 0;
  out_["operators"] = json::object();
  out_["suspicions"] = json::array();
  options_.samples = options.samples;
  options_.seeds = options.programs > 0 ? 1 : 0;
  options_.mutants = options.programs > 1 ? options.programs - 1 : 0;
  options_.generations = options.generations;
}

Status ModelRun::Start() {
  const json config = {{"pipeline", kPipeline},
                       {"provider", client_.provider_name()},
                       {"model", client_.model()},
                       {"programs", run_options_.programs},
                       {"generations", run_options_.generations},
                       {"samples", run_options_.samples}};
  ASSAY_ASSIGN(const auto last, store_.LastCampaign(kPipeline));
  const json tally = last ? ParseJson(last->tally) : json();
  if (last && ParseJson(last->config) == config && tally.is_object() &&
      tally.value("unfinished", false)) {
    campaign_ = last->id;
    ASSAY_ASSIGN(const auto reports, store_.Reports(campaign_));
    for (const store::ReportRow& row : reports) {
      const json report = ParseJson(row.report);
      if (report.is_object())
        places_[StrCat(report.value("framework", ""), " ", report.value("api", ""))] =
            row.case_index;
    }
    return {};
  }
  ASSAY_ASSIGN(campaign_, store_.AddCampaign(casebook::DumpJson(config)));
  return {};
}

Result<std::vector<std::string>> ModelRun::WorkingPrograms(const knowledge::ApiDoc& doc,
                                                           const std::string& environment,
                                                           const trial::Dialect& dialect,
                                                           program::ProgramLab& lab) {
  const std::string name =
      StrCat(environment, " ", doc.version, " ", doc.name, " ", run_options_.programs);
  ASSAY_ASSIGN(const auto documents, store_.Documents(kCallsDocument));
  for (const store::DocumentRow& row : documents)
    if (const json kept = ParseJson(row.json); row.name == name && kept.is_array())
      return kept.get<std::vector<std::string>>();
  ASSAY_ASSIGN(auto out, FindPrograms(doc, dialect, run_options_.programs, lab));
  ASSAY_RETURN_IF_ERROR(store_.KeepDocument(kCallsDocument, name, casebook::DumpJson(json(out))));
  return out;
}

Status ModelRun::Judge(const Batch& batch, const std::function<bool()>& stop,
                       ProgressLine& progress) {
  const trial::Dialect* dialect = trial::FindDialect(batch.framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", batch.framework, " yet"));
  const std::string environment =
      batch.environment.empty() ? std::string(dialect->environment) : batch.environment;
  ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({environment, run_options_.unsafe, false}));
  // Between two APIs, so that none is cut for it.
  const auto spent_all = [this] {
    return run_options_.questions > 0 && spent_.questions >= run_options_.questions;
  };
  options_.should_stop = stop;
  const std::string version = batch.docs.empty() ? "" : batch.docs.front().version;
  ASSAY_ASSIGN(const Observer observe,
               KeptObserver({}, StrCat(environment, " ", version), lab, store_));
  for (const knowledge::ApiDoc& doc : batch.docs) {
    if (stop() || spent_all()) {
      Increase("left", 1);
      unfinished_ = true;
      continue;
    }
    progress.Show(StrCat("judge: the model on ", doc.name, ", ", spent_.answered, " answers"));
    ASSAY_ASSIGN(const auto programs, WorkingPrograms(doc, environment, *dialect, lab));
    if (programs.empty()) Increase("without_call", 1);
    ASSAY_ASSIGN(const ModelReport report,
                 JudgeWithModel(doc, programs, options_, client_, observe));
    ASSAY_RETURN_IF_ERROR(Take(doc, report, environment));
  }
  store::CampaignStep step;  // how far it came, for Start
  step.campaign = campaign_;
  step.block = static_cast<int64_t>(places_.size());
  step.tally = casebook::DumpJson({{"apis", places_.size()}, {"unfinished", unfinished_}});
  return store_.Commit(step);
}

json ModelRun::Finish() {
  out_["provider"] = client_.provider_name();
  out_["model"] = client_.model();
  out_["spent"] = spent_;
  return std::move(out_);
}

void ModelRun::Count(const ModelCase& one) {
  Increase("cases", 1);
  Increase("runs", one.consensus.runs);
  Increase("quotes_rejected", one.consensus.quote_rejected);
  Increase("low_score", one.consensus.low_score);
  AddUp({{std::string(AgreementName(one.compared.agreement)), 1}}, out_["agreement"]);
  if (!one.error_kind.empty()) AddUp({{one.error_kind, 1}}, out_["error_kinds"]);
  if (one.parameter.empty()) AddUp({{one.consensus.Final(), 1}}, out_["answers"]);
}

Status ModelRun::Take(const knowledge::ApiDoc& doc, const ModelReport& report,
                      const std::string& environment) {
  spent_.Add(report.spent);
  if (report.stopped) Increase("left", 1);
  if (!report.stopped) Increase("apis", 1);
  if (report.spent.pending > 0) Increase("pending", 1);
  AddUp(report.generated, out_["generated"]);
  AddUp(report.not_run, out_["not_run"]);
  AddUp(report.changes_rejected, out_["changes_rejected"]);
  Increase("generations", static_cast<size_t>(report.generations));
  json& operators = out_["operators"];
  for (const auto& [name, arm] : report.operators)
    AddUp({{"new and valid", arm.successes}, {"not", arm.failures}}, operators[name]);
  const std::string name = StrCat(report.framework, " ", report.api);
  const int64_t place =
      places_.emplace(name, static_cast<int64_t>(places_.size()) + 1).first->second;
  unfinished_ = unfinished_ || report.stopped || report.spent.pending > 0;
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = static_cast<int64_t>(places_.size());
  step.tally = casebook::DumpJson({{"apis", places_.size()}, {"unfinished", true}});
  // With the words that were judged: training data must show the same.
  json kept = ModelReportJson(report);
  kept["documentation"] = knowledge::ApiDocJson(doc);
  for (size_t i = 0; i < report.cases.size(); ++i) {
    const ModelCase& one = report.cases[i];
    if (one.waiting) {
      Increase("waiting", 1);
      continue;
    }
    Count(one);
    if (!one.suspected()) continue;
    ASSAY_ASSIGN(kept["cases"][i]["finding"], Suspect(one, report, environment, step));
  }
  step.reports.push_back({place, casebook::DumpJson(kept)});
  return store_.Commit(step);
}

Result<std::string> ModelRun::Suspect(const ModelCase& one, const ModelReport& report,
                                      const std::string& environment, store::CampaignStep& step) {
  const casebook::ProgramFinding finding = SuspicionOf(one, report, environment);
  store::FindingRow row = casebook::RowOf(finding, false);
  row.campaign = campaign_;
  const std::string id = row.id;
  if (!suspected_.insert(id).second) return id;  // the same with every program: one is enough
  json shown = ModelCaseJson(one);
  shown["id"] = row.id;
  shown["api"] = report.api;
  shown["title"] = finding.title;
  out_["suspicions"].push_back(std::move(shown));
  ASSAY_ASSIGN(const auto before, store_.TryFinding(row.id));
  if (before && before->campaign == campaign_) return id;  // of an earlier round of this run
  ASSAY_RETURN_IF_ERROR(store_.SetFact(row.id, casebook::kProgramFact,
                                       casebook::DumpJson(casebook::FindingJson(finding))));
  step.findings.push_back(std::move(row));
  return id;
}

}  // namespace assay::judge::model
