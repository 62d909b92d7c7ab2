#include "cli/judge/validate.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/judge/validate_tables.h"
#include "cli/llm_options.h"
#include "cli/terminal.h"
#include "judge/model/study.h"
#include "knowledge/api/documentation.h"
#include "knowledge/issues/issue_store.h"
#include "knowledge/issues/read.h"
#include "lab/registry.h"

namespace assay::cli::judging {
namespace {

using judge::model::StudyCase;
using judge::model::StudyRow;
using nlohmann::json;
namespace fs = std::filesystem;

struct ValidateFlags {
  std::string issues, framework;
  size_t limit = 0;
  int samples = 3, repeat = 2;
  double timeout = 60;  // compilers are slow
  bool json = false, unsafe = false, no_changes = false;
  LlmFlags llm;
};

struct Cases {
  std::vector<StudyCase> cases;
  std::map<std::string, size_t> left_out;  // by reason
};

bool IsDatabase(const std::string& path) {
  return path.ends_with(".db") || path.ends_with(".sqlite");
}

// "pool", a pool's folder, a store of `assay issues`, a dump or a folder of bugs.
Result<Cases> FindCases(const ValidateFlags& flags) {
  Cases out;
  const std::string folder = flags.issues == "pool" ? lab::HomeFolder() + "/pool" : flags.issues;
  if (fs::exists(folder + "/pool.toml")) {
    ASSAY_ASSIGN(const auto programs, knowledge::LoadPool(folder));
    out.cases = judge::model::CasesOfPool(programs);
  } else {
    std::vector<knowledge::Issue> issues;
    if (IsDatabase(flags.issues)) {
      ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(flags.issues));
      ASSAY_ASSIGN(issues, store.All());
    } else {
      ASSAY_ASSIGN(knowledge::Reading reading, knowledge::ReadIssues(flags.issues));
      for (const std::string& problem : reading.problems) std::cerr << problem << "\n";
      issues = std::move(reading.issues);
    }
    judge::model::IssueCases read = judge::model::CasesOfIssues(issues);
    out.cases = std::move(read.cases);
    if (read.without_program > 0) out.left_out["without a program"] = read.without_program;
    if (read.other_platform > 0) out.left_out["for another platform"] = read.other_platform;
  }
  std::erase_if(out.cases, [&](const StudyCase& one) {
    return !flags.framework.empty() && one.framework != flags.framework;
  });
  if (flags.limit > 0 && out.cases.size() > flags.limit) {
    out.left_out["beyond --limit"] = out.cases.size() - flags.limit;
    out.cases.resize(flags.limit);
  }
  if (out.cases.empty())
    return Invalid(StrCat(flags.issues, ": no report with a program that can be run here"));
  return out;
}

class Study {
 public:
  Study(const ValidateFlags& flags, llm::Client* client) : flags_(flags), client_(client) {
    options_.samples = flags.samples;
    options_.changes = !flags.no_changes;
    options_.observe = {flags.timeout, flags.repeat};
  }

  // All cases of one framework after the other: a lab holds one.
  Status Run(Cases& cases) {
    std::stable_sort(cases.cases.begin(), cases.cases.end(),
                     [](const auto& a, const auto& b) { return a.framework < b.framework; });
    for (size_t i = 0; i < cases.cases.size(); ++i) {
      const StudyCase& one = cases.cases[i];
      progress_.Show(StrCat("validate: ", i + 1, " of ", cases.cases.size(), ", ", one.id));
      ASSAY_RETURN_IF_ERROR(Enter(one.framework));
      if (!lab_) {
        ++cases.left_out["whose framework is not installed"];
        continue;
      }
      ASSAY_ASSIGN(StudyRow row,
                   StudyOne(one, base_ ? &*base_ : nullptr, options_, client_, *lab_, spent_));
      rows_.push_back(std::move(row));
    }
    progress_.Clear();
    return {};
  }

  json Out(const Cases& cases) const {
    json details = json::array();
    for (const StudyRow& row : rows_) details.push_back(StudyRowJson(row));
    return {{"cases", rows_.size()},
            {"left_out", cases.left_out},
            {"tables", StudyTablesJson(judge::model::MakeTables(rows_))},
            {"paper", PaperJson()},
            {"explanation_measure", "share of the report's key words that the explanation has"},
            {"spent", client_ == nullptr ? json() : UsageJson(spent_)},
            {"details", std::move(details)}};
  }
  size_t pending() const { return spent_.pending; }

 private:
  Status Enter(const std::string& framework) {
    if (entered_ == framework) return {};
    entered_ = framework;
    lab_.reset();
    base_.reset();
    if (framework.empty() || !program::FindEnvironment(framework).ok()) return {};
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({framework, flags_.unsafe, false}));
    lab_.emplace(std::move(lab));
    if (client_ == nullptr) return {};
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
                 knowledge::FindFramework(framework, ""));
    ASSAY_ASSIGN(base_, knowledge::DocumentationOf(subject));
    return {};
  }

  const ValidateFlags& flags_;
  llm::Client* client_;
  judge::model::ModelOptions options_;
  trial::ModelUsage spent_;
  std::optional<program::ProgramLab> lab_;
  std::optional<knowledge::ApiBase> base_;
  std::string entered_ = "\n";  // no framework's name
  std::vector<StudyRow> rows_;
  Progress progress_;
};

int RunValidate(const ValidateFlags& flags) {
  auto cases = FindCases(flags);
  if (!cases.ok()) return Fail(cases.error());
  const auto config = LlmConfig(flags.llm);
  if (!config.ok()) return Fail(config.error());
  std::unique_ptr<llm::Client> client;
  if (config->provider != "none") {
    auto opened = OpenLlm(*config);
    if (!opened.ok()) return Fail(opened.error());
    client = std::move(*opened);
  }
  Study study(flags, client.get());
  const Status done = study.Run(*cases);
  if (!done.ok()) return Fail(done.error());
  const json out = study.Out(*cases);
  if (flags.json)
    std::cout << out.dump(1, ' ', false, json::error_handler_t::replace) << "\n";
  else
    PrintStudy(out);
  if (study.pending() > 0) std::cerr << llm::PendingText(study.pending()) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupValidate(App& app) {
  const auto flags = std::make_shared<ValidateFlags>();
  app.AddOption("--issues", flags->issues,
                "pool (the starter pool), a file or folder of reports, or the store of assay "
                "issues (.db)")
      .Required();
  app.AddOption("--framework", flags->framework, "only programs of this one");
  app.AddOption("--limit", flags->limit, "only the first so many");
  app.AddOption("--samples", flags->samples, "answers to each question; the commonest counts")
      .Between(1, 100)
      .ShowDefault();
  app.AddOption("--repeat", flags->repeat, "runs of each program; one cannot be flaky")
      .Between(1, 20)
      .ShowDefault();
  app.AddOption("--timeout", flags->timeout, "seconds before a program hangs")
      .Between(0.1, 3600.0)
      .ShowDefault();
  app.AddFlag("--no-changes", flags->no_changes, "leave table III out");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  AddLlmFlags(app, flags->llm);
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunValidate(*flags); };
}

}  // namespace assay::cli::judging
