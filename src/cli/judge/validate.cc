#include "cli/judge/validate.h"

#include <iostream>
#include <memory>
#include <optional>

#include "base/files.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/judge/validate_tables.h"
#include "cli/llm_options.h"
#include "cli/terminal.h"
#include "judge/model/study_run.h"
#include "store/store.h"

namespace assay::cli::judging {
namespace {

using nlohmann::json;

struct ValidateFlags {
  judge::model::StudyQuery query;
  int samples = 3, repeat = 2;
  double timeout = 60;  // compilers are slow
  bool json = false, unsafe = false, no_changes = false;
  std::string labels, form, store;
  LlmFlags llm;
};

Result<std::optional<store::Store>> StoreOf(const ValidateFlags& flags) {
  if (flags.store.empty()) return std::optional<store::Store>();
  ASSAY_ASSIGN(store::Store store, store::Store::Open(flags.store));
  return std::optional(std::move(store));
}

// What people said: of the study's answers in the file, of findings in the store.
Result<judge::model::StudyLabels> LabelsOf(const ValidateFlags& flags,
                                           const std::optional<store::Store>& store) {
  judge::model::StudyLabels out;
  if (!flags.labels.empty()) {
    ASSAY_ASSIGN(out, judge::model::ReadStudyLabels(flags.labels));
  }
  if (!store) return out;
  ASSAY_ASSIGN(out.more_kinds, judge::model::KindsOfFindings(*store));
  return out;
}

int RunValidate(const ValidateFlags& flags) {
  auto store = StoreOf(flags);
  if (!store.ok()) return Fail(store.error());
  const auto labels = LabelsOf(flags, *store);
  if (!labels.ok()) return Fail(labels.error());
  auto cases = judge::model::FindStudyCases(flags.query);
  if (!cases.ok()) return Fail(cases.error());
  for (const std::string& problem : cases->problems) std::cerr << problem << "\n";
  const auto config = LlmConfig(flags.llm);
  if (!config.ok()) return Fail(config.error());
  std::unique_ptr<llm::Client> client;
  if (config->provider != "none") {
    auto opened = OpenLlm(*config);
    if (!opened.ok()) return Fail(opened.error());
    client = std::move(*opened);
  }
  judge::model::ModelOptions options;
  options.samples = flags.samples;
  options.changes = !flags.no_changes;
  judge::model::StudyRun study(options, {flags.timeout, flags.repeat}, flags.unsafe, client.get(),
                               *store ? &**store : nullptr);
  const Status done = study.Run(*cases);
  if (!done.ok()) return Fail(done.error());
  const json out = study.Out(*cases, *labels);
  if (!flags.form.empty())
    if (const Status written = WriteFile(flags.form, study.Form()); !written.ok())
      return Fail(written.error());
  if (flags.json)
    std::cout << out.dump(1, ' ', false, json::error_handler_t::replace) << "\n";
  else
    PrintStudy(out);
  if (study.pending() > 0) std::cerr << llm::PendingText(study.pending(), config->db) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupValidate(App& app) {
  const auto flags = std::make_shared<ValidateFlags>();
  app.AddOption("--issues", flags->query.issues,
                "pool (the starter pool), a file or folder of reports, or the store of assay "
                "issues (.db); several are allowed")
      .Required();
  app.AddOption("--framework", flags->query.framework, "only programs of this one");
  app.AddOption("--limit", flags->query.limit, "a sample of N over all kinds of reports");
  app.AddOption("--seed", flags->query.seed, "of the sample").ShowDefault();
  app.AddOption("--samples", flags->samples, "answers to each question; the most common one counts")
      .Between(1, 100)
      .ShowDefault();
  app.AddOption("--repeat", flags->repeat, "runs of each program; one cannot be flaky")
      .Between(1, 20)
      .ShowDefault();
  app.AddOption("--timeout", flags->timeout, "seconds before a program hangs")
      .Between(0.1, 3600.0)
      .ShowDefault();
  app.AddOption("--labels", flags->labels,
                "what people say of the answers (CSV): research question 3 and table II");
  app.AddOption("--label-form", flags->form, "write a file for them to fill in");
  app.AddOption("--store", flags->store,
                "keeps what programs did, so that the next round runs none again; its labelled "
                "findings count in table II");
  app.AddFlag("--no-changes", flags->no_changes, "leave changed parameters and table III out");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  AddLlmFlags(app, flags->llm);
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunValidate(*flags); };
}

}  // namespace assay::cli::judging
