#include "cli/judge/model_run.h"

#include <iostream>
#include <set>

#include "base/strings.h"
#include "casebook/records.h"
#include "cli/app.h"
#include "cli/terminal.h"
#include "judge/model/judge_with_model.h"
#include "judge/model/programs.h"
#include "judge/model/suspicion.h"
#include "llm/provider.h"
#include "trial/dialect.h"

namespace assay::cli::judging {
namespace {

using judge::model::ModelCase;
using judge::model::ModelReport;
using nlohmann::json;

void AddUp(const std::map<std::string, size_t>& counts, json& sum) {
  for (const auto& [name, count] : counts) sum[name] = sum.value(name, size_t{0}) + count;
}

class ModelRun {
 public:
  ModelRun(const ModelFlags& flags, llm::Client& client, store::Store& store)
      : flags_(flags), client_(client), store_(store) {
    for (const char* key : {"agreement", "answers", "generated", "not_run", "changes_rejected"})
      out_[key] = json::object();
    for (const char* key : {"apis", "without_call", "pending", "left", "cases", "runs",
                            "quotes_rejected", "low_score"})
      out_[key] = 0;
    out_["suspicions"] = json::array();
    options_.samples = flags.samples;
    options_.seeds = flags.programs > 0 ? 1 : 0;
    options_.mutants = flags.programs > 1 ? flags.programs - 1 : 0;
  }

  Status Start() {
    const json config = {{"pipeline", "judge-model"},
                         {"provider", client_.provider_name()},
                         {"model", client_.model()},
                         {"programs", flags_.programs},
                         {"samples", flags_.samples}};
    ASSAY_ASSIGN(campaign_, store_.AddCampaign(casebook::DumpJson(config)));
    return {};
  }

  // `stop` is asked before every question.
  Status Judge(const Batch& batch, const std::function<bool()>& stop, Progress& progress) {
    options_.should_stop = stop;
    const trial::Dialect* dialect = trial::FindDialect(batch.framework);
    if (dialect == nullptr)
      return Unsupported(StrCat("programs cannot be written for ", batch.framework, " yet"));
    const std::string environment =
        batch.environment.empty() ? std::string(dialect->environment) : batch.environment;
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({environment, flags_.unsafe, false}));
    for (const knowledge::ApiDoc& doc : batch.docs) {
      if (stop()) {
        Increase("left", 1);
        continue;
      }
      progress.Show(StrCat("judge: the model on ", doc.name, ", ", spent_.answered, " answers"));
      ASSAY_ASSIGN(const auto programs,
                   judge::model::WorkingPrograms(doc, *dialect, flags_.programs, lab));
      if (programs.empty()) out_["without_call"] = out_["without_call"].get<size_t>() + 1;
      ASSAY_ASSIGN(const ModelReport report,
                   judge::model::JudgeWithModel(doc, programs, options_, client_, lab));
      ASSAY_RETURN_IF_ERROR(Take(doc, report, environment));
    }
    return {};
  }

  json Finish() {
    out_["provider"] = client_.provider_name();
    out_["model"] = client_.model();
    out_["spent"] = trial::UsageJson(spent_);
    return std::move(out_);
  }

 private:
  void Increase(const char* key, size_t by) { out_[key] = out_[key].get<size_t>() + by; }

  void Count(const ModelCase& one) {
    Increase("cases", 1);
    Increase("runs", one.consensus.runs);
    Increase("quotes_rejected", one.consensus.quote_rejected);
    Increase("low_score", one.consensus.low_score);
    AddUp({{std::string(AgreementName(one.compared.agreement)), 1}}, out_["agreement"]);
    if (one.parameter.empty()) AddUp({{one.consensus.Final(), 1}}, out_["answers"]);
  }

  Status Take(const knowledge::ApiDoc& doc, const ModelReport& report,
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

  // Kept beside the findings, as one that nobody has confirmed.
  Status Suspect(const ModelCase& one, const ModelReport& report, const std::string& environment,
                 store::CampaignStep& step) {
    const casebook::ProgramFinding finding = judge::model::SuspicionOf(one, report, environment);
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

  const ModelFlags& flags_;
  llm::Client& client_;
  store::Store& store_;
  judge::model::ModelOptions options_;
  trial::ModelUsage spent_;
  std::set<std::string> suspected_;
  int64_t campaign_ = 0, kept_ = 0;
  json out_;
};

std::string Counts(const json& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts.items())
    parts.push_back(StrCat(count.get<size_t>(), " ", name));
  return parts.empty() ? "none" : Join(parts, ", ");
}

}  // namespace

void AddModelFlags(App& app, ModelFlags& flags) {
  AddLlmFlags(app, flags.llm);
  app.AddOption("--model-programs", flags.programs,
                "programs of each API by rules, and as many that the model writes, for it to judge")
      .Between(0, 1000)
      .ShowDefault();
  app.AddOption("--samples", flags.samples, "answers to each question; the commonest counts")
      .Between(1, 100)
      .ShowDefault();
}

Status CheckModelFlags(const ModelFlags& flags) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return {};
  const auto provider = llm::MakeProvider(config.provider, config, [](const std::string&) {});
  return provider.ok() ? Status() : provider.error();
}

Result<json> RunModel(const ModelFlags& flags, const Subjects& subjects, store::Store& store,
                      const std::function<bool()>& stop) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return json();
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  client->StopWhen(stop);
  ModelRun run(flags, *client, store);
  ASSAY_RETURN_IF_ERROR(run.Start());
  Progress progress;
  for (const Batch& batch : subjects.batches)
    ASSAY_RETURN_IF_ERROR(run.Judge(batch, stop, progress));
  progress.Clear();
  json out = run.Finish();
  if (const size_t pending = out["spent"]["pending"]; pending > 0)
    std::cerr << llm::PendingText(pending) << "\n";
  return out;
}

void PrintModel(const json& model) {
  const auto number = [&](const char* key) { return model[key].get<size_t>(); };
  const json& spent = model["spent"];
  for (const json& suspicion : model["suspicions"])
    std::cout << suspicion["id"].get<std::string>()
              << "  suspected: " << suspicion["title"].get<std::string>() << "\n  documented  "
              << suspicion["evidence"].get<std::string>() << "\n";
  if (number("left") > 0)
    std::cout << "the model did not get to the end of " << number("left")
              << " APIs (--time, or interrupted); what it answered is kept\n";
  std::cout << "the model " << model["model"].get<std::string>() << " on " << number("apis")
            << " APIs: " << number("cases") << " programs judged (" << Counts(model["agreement"])
            << "), " << model["suspicions"].size()
            << " suspected; answers: " << Counts(model["answers"]) << "\n"
            << number("runs") << " runs, " << number("quotes_rejected")
            << " with a quote that is not in the documentation, " << number("low_score")
            << " with a score below 90\n"
            << "written by it: " << Counts(model["generated"])
            << "; not run: " << Counts(model["not_run"])
            << "; changes turned down: " << Counts(model["changes_rejected"]) << "\n"
            << spent["answered"].get<size_t>() << " of " << spent["questions"].get<size_t>()
            << " questions answered, " << spent["prompt_tokens"].get<size_t>() << " tokens in, "
            << spent["completion_tokens"].get<size_t>() << " out\n";
}

}  // namespace assay::cli::judging
