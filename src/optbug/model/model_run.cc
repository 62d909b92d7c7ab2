#include "optbug/model/model_run.h"

#include <chrono>
#include <memory>
#include <set>

#include "base/strings.h"
#include "knowledge/api/documentation.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "optbug/model/describe_by_model.h"
#include "optbug/model/kept_trials.h"
#include "optbug/model/prompts.h"
#include "program/lab/program_lab.h"
#include "program/parse/model_apis.h"
#include "trial/labs.h"
#include "trial/model/needed_environment.h"
#include "trial/model/surroundings.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

// What frameworks document of their optimisers, for prompts.
using Bases = std::map<std::string, knowledge::ApiBase>;  // by framework

// As the documentation writes it: tf.function for tensorflow.function.
std::string Documented(const std::string& api) {
  constexpr std::string_view kLong = "tensorflow.";
  return api.starts_with(kLong) ? "tf." + api.substr(kLong.size()) : api;
}

std::string Lookup(const Bases& bases, const std::string& api) {
  const auto base = bases.find(program::FrameworkOfApi(api));
  if (base == bases.end()) return "";
  const knowledge::ApiDoc* doc = knowledge::FindDoc(base->second, Documented(api));
  if (doc == nullptr) doc = knowledge::FindDoc(base->second, api);
  if (doc == nullptr) return "";
  // TensorFlow's mark of old parameters, which says nothing of the function.
  return ReplaceAll(knowledge::Squeeze(doc->text.substr(0, doc->text.find("\n\n"))),
                    " (deprecated arguments)", "");
}

// The first paragraph of each API's documentation, by the installed frameworks; asks one that was
// never asked before. A framework that cannot be asked gives nothing; `warn` is told why.
Documentation OptimiserDocumentation(const std::vector<std::string>& frameworks,
                                     const std::function<void(const std::string&)>& warn) {
  // Shared by all copies of the function, which callers make freely.
  const auto bases = std::make_shared<Bases>();
  for (const std::string& framework : frameworks) {
    const auto subject = knowledge::FindFramework(framework, "");
    if (!subject.ok()) continue;
    auto base = knowledge::DocumentationOf(*subject);
    if (base.ok())
      (*bases)[framework] = std::move(base).value();
    else
      warn(StrCat("no documentation of ", framework, " for prompts: ", base.error().message));
  }
  return [bases](const std::string& api) { return Lookup(*bases, api); };
}

// Bugs that are imported are described by the model first; `described` says what that took.
Result<Concentration> KnownBugs(const ModelRunOptions& run, llm::Client& client,
                                ProgressLine& progress, Described& described) {
  ConcentrateOptions options;
  options.sources.pool = lab::HomeFolder() + "/pool";
  options.sources.imported = run.imported;
  options.framework = run.framework;
  options.unsafe = run.unsafe;
  options.tell = [&](const std::string& what) { progress.Show("optbug: " + what); };
  if (!run.imported.empty())
    options.describe = [&](std::vector<Snippet>& snippets) -> Status {
      ASSAY_ASSIGN(described, DescribeByModel(snippets, client));
      return {};
    };
  return Concentrate(options);
}

std::vector<std::string> FrameworksOf(const Concentration& known) {
  std::set<std::string> out;
  for (const auto& snippet : known.snippets) out.insert(snippet.framework);
  return {out.begin(), out.end()};
}

// By framework, where programs of it will run.
std::map<std::string, std::string> SurroundingsOfAll(const std::vector<std::string>& frameworks,
                                                     const ModelRunOptions& options,
                                                     ProgressLine& progress) {
  std::map<std::string, std::string> out;
  for (const std::string& framework : frameworks) {
    progress.Show(StrCat("optbug: what is installed beside ", framework));
    out[framework] =
        trial::SurroundingsOf(framework, trial::ProgramEnvironment(framework), options.unsafe);
  }
  return out;
}

// Environments that known programs need and that are not there.
std::set<std::string> MissingEnvironments(const Concentration& known) {
  std::set<std::string> out;
  for (const Snippet& snippet : known.snippets)
    if (!snippet.environment.empty() && !program::FindEnvironment(snippet.environment).ok())
      out.insert(snippet.environment);
  return out;
}

json ConfigOf(const Approach& approach, const ModelRunOptions& options, llm::Client& client) {
  return {{"provider", client.provider_name()}, {"model", client.model()},
          {"approach", approach.name},          {"seed", options.seed},
          {"framework", options.framework},     {"imported", options.imported},
          {"context", client.context()}};
}

void AddUsage(const trial::ModelUsage& usage, json& summary) {
  summary["pending"] = usage.pending;
  summary["stopped"] = usage.stopped;
}

// Nothing is answered yet: there is nothing to run or to keep.
ModelRun Waiting(const Approach& approach, const ModelRunOptions& options, llm::Client& client,
                 const trial::ModelUsage& usage) {
  json out = SummaryOf({});
  out.update(ConfigOf(approach, options, client));
  out["findings"] = json::array();
  out["run_now"] = 0;
  AddUsage(usage, out);
  return {std::move(out), usage};
}

// The run in the store: what it has done already is not done again.
class KeptRun {
 public:
  KeptRun(const Approach& approach, const ModelRunOptions& options, llm::Client& client,
          ProgressLine& progress)
      : approach_(approach), options_(options), client_(client), progress_(progress) {}

  Result<ModelRun> All(const Proposals& proposals) {
    ASSAY_ASSIGN(store::Store store, trial::OpenRunStore(options_.store, false));
    ASSAY_ASSIGN(trial::RunRecord record,
                 trial::RunRecord::Continue(store, options_.store, kModelRun,
                                            ConfigOf(approach_, options_, client_), totals_));
    std::vector<Proposal> fresh;
    for (const Proposal& proposal : proposals.all)
      if (!totals_.Did(proposal.key)) fresh.push_back(proposal);
    size_t done = 0;
    ASSAY_RETURN_IF_ERROR(RunProposals(
        fresh,
        {.jobs = options_.jobs, .unsafe = options_.unsafe, .should_stop = options_.should_stop},
        [&](std::vector<ProposalTrial> trials) {
          done += trials.size();
          const Status kept = Keep(std::move(trials), record);
          progress_.Show(StrCat("optbug: ", done, " of ", fresh.size(), " run, ", record.findings(),
                                " suspected"));
          return kept;
        }));
    progress_.Clear();
    ASSAY_RETURN_IF_ERROR(record.End());
    json out = SummaryOf(totals_.trials());
    out.update(ConfigOf(approach_, options_, client_));
    ASSAY_ASSIGN(out["findings"], record.Findings());
    out["run_now"] = done;
    AddUsage(proposals.spent, out);
    return ModelRun{std::move(out), proposals.spent};
  }

 private:
  Status Keep(std::vector<ProposalTrial> trials, trial::RunRecord& record) {
    for (ProposalTrial& trial : trials) {
      if (!trial.suspected) continue;
      const std::string& framework = trial.proposal.framework;
      if (!versions_.contains(framework))
        versions_[framework] =
            trial::InstalledVersion(framework, trial.environment, options_.unsafe);
      trial.version = versions_[framework];
    }
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return KeepTrials(std::move(trials), std::string(approach_.name), client_.model(), seconds,
                      record);
  }

  const Approach& approach_;
  const ModelRunOptions& options_;
  llm::Client& client_;
  ProgressLine& progress_;
  ModelTotals totals_;
  std::map<std::string, std::string> versions_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<ModelRun> RunModel(const Approach& approach, const ModelRunOptions& options,
                          llm::Client& client, ProgressLine& progress) {
  Described described;
  ASSAY_ASSIGN(const Concentration known, KnownBugs(options, client, progress, described));
  // Examples are shown with their descriptions: programs are asked for once those are there.
  if (described.spent.pending > 0) return Waiting(approach, options, client, described.spent);
  const std::vector<std::string> frameworks = FrameworksOf(known);
  const auto tell = [&](const char* what) {
    return [&progress, what](size_t done, size_t all) {
      progress.Show(StrCat("optbug: ", done, " of ", all, what));
    };
  };
  const ProposeOptions propose{.approach = approach,
                               .framework = options.framework,
                               .count = options.budget,
                               .seed = options.seed,
                               .documentation = OptimiserDocumentation(frameworks, options.warn),
                               .prices = options.prices,
                               .surroundings = SurroundingsOfAll(frameworks, options, progress),
                               .missing = MissingEnvironments(known),
                               .progress = tell(" answers"),
                               .making = tell(" prompts made")};
  ASSAY_ASSIGN(Proposals proposals, ProposeByModel(known, propose, client));
  for (const std::string& note : proposals.notes) options.warn("not asked: " + note);
  proposals.spent.Add(described.spent);
  if (proposals.all.empty()) return Waiting(approach, options, client, proposals.spent);
  return KeptRun(approach, options, client, progress).All(proposals);
}

}  // namespace assay::optbug
