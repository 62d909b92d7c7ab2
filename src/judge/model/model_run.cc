#include "judge/model/model_run.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/json.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "casebook/records.h"
#include "judge/model/judge_with_model.h"
#include "judge/trial_names.h"
#include "program/lab/program_lab.h"
#include "program/parse/edit.h"
#include "trial/model/surroundings.h"
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
                                     const std::string& environment, const std::string& model) {
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
  out.facts = {{"source", one.source},         {"approach", "model"},
               {"model_name", model},          {"reason", one.compared.reason},
               {"prompt", one.prompt},         {"prompt_text", one.prompt_text},
               {"error_kind", one.error_kind}, {"confidence", one.consensus.confidence},
               {"runs", one.consensus.runs},   {"confirmed", 0}};
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
  {
    const std::lock_guard lock(mutex_);
    ASSAY_ASSIGN(const auto documents, store_.Documents(kCallsDocument));
    for (const store::DocumentRow& row : documents)
      if (const json kept = ParseJson(row.json); row.name == name && kept.is_array())
        return kept.get<std::vector<std::string>>();
  }
  ASSAY_ASSIGN(auto out, FindPrograms(doc, dialect, run_options_.programs, lab));
  const std::lock_guard lock(mutex_);
  ASSAY_RETURN_IF_ERROR(store_.KeepDocument(kCallsDocument, name, casebook::DumpJson(json(out))));
  return out;
}

// The APIs of one batch, several at a time; reports are taken in their order.
class ModelRun::Batches {
 public:
  Batches(ModelRun& run, const Batch& batch, const trial::Dialect& dialect,
          const std::function<bool()>& stop, ProgressLine& progress)
      : run_(run),
        batch_(batch),
        dialect_(dialect),
        environment_(batch.environment.empty() ? std::string(dialect.environment)
                                               : batch.environment),
        stop_(stop),
        progress_(progress),
        done_(batch.docs.size()) {}

  Status All() {
    const auto jobs = static_cast<size_t>(std::max(run_.run_options_.jobs, 1));
    run_.options_.surroundings =
        trial::SurroundingsOf(batch_.framework, environment_, run_.run_options_.unsafe);
    InParallel(std::min(jobs, batch_.docs.size()), [this] { Work(); });
    if (!failed_.ok()) return failed_;
    for (; taken_ < done_.size(); ++taken_) {
      run_.Increase("left", 1);
      run_.unfinished_ = true;
    }
    return {};
  }

 private:
  // Of one thread, with a lab of its own.
  void Work() {
    auto lab = program::ProgramLab::Open({environment_, run_.run_options_.unsafe, false});
    if (!lab.ok()) return Fail(lab.error());
    const std::string version = batch_.docs.front().version;
    const auto observe =
        KeptObserver({}, StrCat(environment_, " ", version), *lab, {run_.store_, run_.mutex_});
    if (!observe.ok()) return Fail(observe.error());
    while (const std::optional<size_t> at = Next()) {
      auto report = Judged(batch_.docs[*at], *observe, *lab);
      const std::lock_guard lock(run_.mutex_);
      if (!report.ok()) {
        failed_ = report.error();
        return;
      }
      done_[*at] = *std::move(report);
      while (failed_.ok() && taken_ < done_.size() && done_[taken_]) Take();
    }
  }

  void Fail(const Error& error) {
    const std::lock_guard lock(run_.mutex_);
    failed_ = error;
  }

  // Between two APIs, so that none is cut for it.
  std::optional<size_t> Next() {
    const std::lock_guard lock(run_.mutex_);
    const size_t most = run_.run_options_.questions;
    const bool spent = most > 0 && run_.spent_.questions >= most;
    if (!failed_.ok() || spent || stop_() || next_ == done_.size()) return std::nullopt;
    progress_.Show(StrCat("judge: the model on ", batch_.docs[next_].name, ", ",
                          run_.spent_.answered, " answers"));
    return next_++;
  }

  Result<ModelReport> Judged(const knowledge::ApiDoc& doc, const Observer& observe,
                             program::ProgramLab& lab) {
    ASSAY_ASSIGN(const auto programs, run_.WorkingPrograms(doc, environment_, dialect_, lab));
    if (programs.empty()) {
      const std::lock_guard lock(run_.mutex_);
      run_.Increase("without_call", 1);
    }
    return JudgeWithModel(doc, programs, run_.options_, run_.client_, observe);
  }

  void Take() {
    const Status kept = run_.Take(batch_.docs[taken_], *done_[taken_], environment_);
    if (!kept.ok()) failed_ = kept;
    done_[taken_++].reset();
  }

  ModelRun& run_;
  const Batch& batch_;
  const trial::Dialect& dialect_;
  const std::string environment_;
  const std::function<bool()>& stop_;
  ProgressLine& progress_;
  std::vector<std::optional<ModelReport>> done_;  // what waits for one before it
  size_t next_ = 0, taken_ = 0;
  Status failed_;
};

Status ModelRun::Judge(const Batch& batch, const std::function<bool()>& stop,
                       ProgressLine& progress) {
  const trial::Dialect* dialect = trial::FindDialect(batch.framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", batch.framework, " yet"));
  if (batch.docs.empty()) return {};
  options_.should_stop = stop;
  ASSAY_RETURN_IF_ERROR(Batches(*this, batch, *dialect, stop, progress).All());
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
  const casebook::ProgramFinding finding = SuspicionOf(one, report, environment, client_.model());
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

Result<bool> WaitsForAnswers(const store::Store& store) {
  ASSAY_ASSIGN(const auto last, store.LastCampaign(kPipeline));
  const json tally = last ? ParseJson(last->tally) : json();
  return tally.is_object() && tally.value("unfinished", false);
}

}  // namespace assay::judge::model
