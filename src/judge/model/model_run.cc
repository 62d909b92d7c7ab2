#include "judge/model/model_run.h"

#include <vector>

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

// At most `most`, no two alike; empty when no call works.
Result<std::vector<std::string>> WorkingPrograms(const knowledge::ApiDoc& doc,
                                                 const Dialect& dialect, size_t most,
                                                 program::ProgramLab& lab) {
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
  out.facts = {{"source", one.source},
               {"confidence", one.consensus.confidence},
               {"runs", one.consensus.runs},
               {"confirmed", 0}};
  if (!one.consensus.answer) return out;
  out.facts["score"] = one.consensus.answer->score;
  out.facts["predicted"] = one.consensus.answer->result.Text();
  out.facts["explanation"] = one.consensus.answer->explanation;
  return out;
}

void AddUp(const std::map<std::string, size_t>& counts, json& sum) {
  for (const auto& [name, count] : counts) sum[name] = sum.value(name, size_t{0}) + count;
}

}  // namespace

ModelRun::ModelRun(const ModelRunOptions& options, llm::Client& client, store::Store& store)
    : run_options_(options), client_(client), store_(store) {
  for (const char* key : {"agreement", "answers", "generated", "not_run", "changes_rejected"})
    out_[key] = json::object();
  for (const char* key :
       {"apis", "without_call", "pending", "left", "cases", "runs", "quotes_rejected", "low_score"})
    out_[key] = 0;
  out_["suspicions"] = json::array();
  options_.samples = options.samples;
  options_.seeds = options.programs > 0 ? 1 : 0;
  options_.mutants = options.programs > 1 ? options.programs - 1 : 0;
}

Status ModelRun::Start() {
  const json config = {{"pipeline", "judge-model"},
                       {"provider", client_.provider_name()},
                       {"model", client_.model()},
                       {"programs", run_options_.programs},
                       {"samples", run_options_.samples}};
  ASSAY_ASSIGN(campaign_, store_.AddCampaign(casebook::DumpJson(config)));
  return {};
}

Status ModelRun::Judge(const Batch& batch, const std::function<bool()>& stop,
                       ProgressLine& progress) {
  options_.should_stop = stop;
  const trial::Dialect* dialect = trial::FindDialect(batch.framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", batch.framework, " yet"));
  const std::string environment =
      batch.environment.empty() ? std::string(dialect->environment) : batch.environment;
  ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({environment, run_options_.unsafe, false}));
  for (const knowledge::ApiDoc& doc : batch.docs) {
    if (stop()) {
      Increase("left", 1);
      continue;
    }
    progress.Show(StrCat("judge: the model on ", doc.name, ", ", spent_.answered, " answers"));
    ASSAY_ASSIGN(const auto programs, WorkingPrograms(doc, *dialect, run_options_.programs, lab));
    if (programs.empty()) out_["without_call"] = out_["without_call"].get<size_t>() + 1;
    ASSAY_ASSIGN(const ModelReport report, JudgeWithModel(doc, programs, options_, client_, lab));
    ASSAY_RETURN_IF_ERROR(Take(doc, report, environment));
  }
  return {};
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
  if (one.parameter.empty()) AddUp({{one.consensus.Final(), 1}}, out_["answers"]);
}

Status ModelRun::Take(const knowledge::ApiDoc& doc, const ModelReport& report,
                      const std::string& environment) {
  spent_.Add(report.spent);
  if (report.stopped) {  // half an API tells half of it: the answers are kept, and asked for free
    Increase("left", 1);
    return {};
  }
  Increase("apis", 1);
  if (report.spent.pending > 0) {
    Increase("pending", 1);
    return {};
  }
  AddUp(report.generated, out_["generated"]);
  AddUp(report.not_run, out_["not_run"]);
  AddUp(report.changes_rejected, out_["changes_rejected"]);
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = ++kept_;
  step.tally = casebook::DumpJson({{"apis", kept_}});
  // With the words that were judged: training data must show the same.
  json kept = ModelReportJson(report);
  kept["documentation"] = knowledge::ApiDocJson(doc);
  step.reports.push_back({kept_, casebook::DumpJson(kept)});
  for (const ModelCase& one : report.cases) {
    Count(one);
    if (one.suspected()) ASSAY_RETURN_IF_ERROR(Suspect(one, report, environment, step));
  }
  return store_.Commit(step);
}

Status ModelRun::Suspect(const ModelCase& one, const ModelReport& report,
                         const std::string& environment, store::CampaignStep& step) {
  const casebook::ProgramFinding finding = SuspicionOf(one, report, environment);
  store::FindingRow row = casebook::RowOf(finding, false);
  row.campaign = campaign_;
  if (!suspected_.insert(row.id).second) return {};  // the same with every program: one is enough
  json shown = ModelCaseJson(one);
  shown["id"] = row.id;
  shown["api"] = report.api;
  shown["title"] = finding.title;
  out_["suspicions"].push_back(std::move(shown));
  ASSAY_RETURN_IF_ERROR(store_.SetFact(row.id, casebook::kProgramFact,
                                       casebook::DumpJson(casebook::FindingJson(finding))));
  step.findings.push_back(std::move(row));
  return {};
}

}  // namespace assay::judge::model
