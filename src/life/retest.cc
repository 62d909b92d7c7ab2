#include "life/retest.h"

#include <mutex>

#include "base/machine.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "casebook/records.h"
#include "dossier/facts.h"
#include "life/by_program.h"
#include "life/probe_of.h"
#include "triage/machines.h"
#include "triage/versions.h"

namespace assay::life {
namespace {

// One finding on one target, or the reason why there is no target.
struct Job {
  const store::FindingRow* row = nullptr;
  std::string op;  // wrong by itself, as far as known
  Result<ModelCase> model_case = Invalid("");
  Result<lab::Target> target = Invalid("");
  Result<triage::Probe> probe = Invalid("");
  std::optional<casebook::ProgramFinding> program;  // when a program shows it and no model
  triage::Retested seen;
  RetestOutcome out;
};

std::string ModeOf(const std::string& target) {
  const size_t colon = target.find(':');
  return colon == std::string::npos ? "" : target.substr(colon + 1);
}
std::string FrameworkOf(const std::string& target) {
  return target.substr(0, target.find_first_of("@:"));
}

// The operator that was wrong by itself: of the newest run that was kept, or of the signature.
std::string WrongOperator(const std::map<std::string, nlohmann::json>& facts,
                          const store::FindingRow& row) {
  const auto evidence = facts.find("evidence");
  if (evidence != facts.end() && evidence->second.contains("layer"))
    return evidence->second["layer"].value("op", "");
  constexpr std::string_view kMark = "| layer ";
  const size_t at = row.signature.find(kMark);
  if (at == std::string::npos) return "";
  const std::string rest = row.signature.substr(at + kMark.size());
  return rest.substr(0, rest.find(" | "));
}

// The finding's mode in every installed version from the one that showed it on; the version that
// the project pins when there is none.
std::vector<std::string> InstalledNow(const lab::Registry& registry, const store::FindingRow& row) {
  const std::string framework = FrameworkOf(row.target), mode = ModeOf(row.target);
  const std::string pinned = mode.empty() ? framework : framework + ":" + mode;
  std::vector<std::string> out;
  for (const lab::Target& target : registry.targets())
    if (target.framework == framework && target.mode == mode && target.ready &&
        triage::CompareVersions(target.version, row.version) >= 0)
      out.push_back(target.name);
  if (out.empty()) out.push_back(pinned);
  return out;
}

// The named targets that concern this finding; one without a mode takes the finding's.
std::vector<std::string> Named(const std::string& names, const store::FindingRow& row) {
  std::vector<std::string> out;
  const std::string mode = ModeOf(row.target);
  for (const std::string& name : Split(names, ',')) {
    if (FrameworkOf(name) != FrameworkOf(row.target)) continue;
    const bool bare = name.find(':') == std::string::npos;
    out.push_back(bare && !mode.empty() ? name + ":" + mode : name);
  }
  return out;
}

Result<lab::Target> ReadyTarget(const lab::Registry& registry, const std::string& name) {
  ASSAY_ASSIGN(lab::Target target, registry.Find(name));
  if (!target.ready)
    return Invalid(StrCat(name, " is not ready: ", target.reason,
                          target.fix.empty() ? "" : "; try: " + target.fix));
  return target;
}

// A name without a mode stands for any mode of its framework.
std::string WithSomeMode(const lab::Registry& registry, const std::string& name) {
  const lab::Manifest* manifest = registry.FindManifest(FrameworkOf(name));
  if (manifest == nullptr || name.find(':') != std::string::npos) return name;
  if (manifest->FindMode("") != nullptr) return name;
  return StrCat(name, ":", manifest->modes.front().name);
}

// What the user names must be there: a version that is not installed would be skipped in silence.
Status CheckNames(const std::string& names, const lab::Registry& registry) {
  if (names.empty()) return {};
  for (const std::string& name : Split(names, ','))
    ASSAY_RETURN_IF_ERROR(ReadyTarget(registry, WithSomeMode(registry, name)));
  return {};
}

Result<std::vector<Job>> MakeJobs(const store::Store& store, const lab::Registry& registry,
                                  const std::vector<store::FindingRow>& rows,
                                  const std::string& targets, lab::Lab& lab) {
  std::vector<Job> out;
  for (const store::FindingRow& row : rows) {
    ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
    ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
    const Result<ModelCase> model_case = dossier::SmallestCase(store, row.id);
    for (const std::string& name :
         targets.empty() ? InstalledNow(registry, row) : Named(targets, row)) {
      Job job;
      job.row = &row;
      job.op = WrongOperator(facts, row);
      job.program = program;
      job.model_case = model_case;
      job.target = ReadyTarget(registry, name);
      job.out.id = row.id;
      job.out.seen_in = row.version;
      job.out.target = name;
      job.probe = job.target.ok() ? ProbeOf(store, row, *job.target, lab)
                                  : Result<triage::Probe>(job.target.error());
      out.push_back(std::move(job));
    }
  }
  return out;
}

void RunJob(Job& job) {
  if (job.program.has_value() && job.target.ok()) {
    job.seen = RetestProgram(*job.program, *job.target, job.row->state == "flaky");
  } else if (job.program.has_value()) {
    job.seen.message = job.target.error().message;
  } else if (!job.model_case.ok()) {
    job.seen.message = job.model_case.error().message;
  } else if (!job.probe.ok()) {
    job.seen.message = job.probe.error().message;
  } else {
    const triage::RetestOptions options{.runs = job.row->state == "flaky" ? kRunsWhenFlaky : 1};
    job.seen =
        triage::Retest(*job.probe, *job.model_case, triage::Remember(*job.row, job.op), options);
  }
}

// Writes what came out. Only the finding's own mode decides about its state; a program has none.
Status Keep(store::Store& store, Job& job) {
  ASSAY_ASSIGN(const store::FindingRow now, store.Finding(job.row->id));
  ASSAY_ASSIGN(const auto history, store.History(now.id));
  ASSAY_ASSIGN(const auto seen_on, store.SeenOn(now.id));
  // The package's version; of what comes from no package, the worker's own.
  if (job.target.ok())
    job.out.version = job.target->version.empty() ? job.seen.version : job.target->version;
  job.out.message = job.seen.message;
  const triage::Machines machines{triage::ArchitecturesOf(seen_on)};
  job.out.seen_on = Join(machines.seen_on, ", ");
  job.out.verdict = triage::VerdictOf(now, history, job.out.version, job.seen.outcome, machines);
  const bool own_mode =
      job.program.has_value() || (job.target.ok() && job.target->mode == ModeOf(now.target));
  if (!own_mode) {
    job.out.verdict.state = now.state;
    if (job.seen.outcome == triage::Again::kGone) job.out.verdict.event = "not in this mode";
  }
  if (job.seen.outcome == triage::Again::kCannotRun) return {};
  ASSAY_RETURN_IF_ERROR(store.AddHistory({now.id, "", job.target->name, job.out.version,
                                          job.out.verdict.event, job.seen.message, machines.here}));
  if (own_mode && job.seen.outcome == triage::Again::kStillThere)
    ASSAY_RETURN_IF_ERROR(store.AddSeenOn(now.id, ThisMachine()));
  if (job.out.verdict.state != now.state)
    ASSAY_RETURN_IF_ERROR(store.SetState(now.id, job.out.verdict.state));
  return {};
}

// Runs all jobs, those of one framework one after another. Returns the first trouble with the
// store.
Status RunAll(std::vector<Job>& jobs, store::Store& store, const RetestOptions& options) {
  std::map<std::string, std::vector<Job*>> by_framework;
  for (Job& job : jobs) by_framework[FrameworkOf(job.row->target)].push_back(&job);
  std::vector<std::vector<Job*>> queues;
  for (auto& [framework, queue] : by_framework) queues.push_back(std::move(queue));
  std::mutex mutex;
  size_t done = 0;
  Status trouble;
  ForEachIndex(queues.size(), options.jobs, [&](size_t i) {
    for (Job* job : queues[i]) {
      RunJob(*job);
      const std::lock_guard lock(mutex);
      const Status kept = Keep(store, *job);
      if (!kept.ok() && trouble.ok()) trouble = kept;
      options.tell(StrCat("retested ", ++done, " of ", jobs.size(), ", ", job->row->id, " on ",
                          job->out.target, ": ", job->out.verdict.event));
    }
  });
  return trouble;
}

}  // namespace

Result<std::vector<RetestOutcome>> RetestFindings(store::Store& store,
                                                  const std::vector<store::FindingRow>& rows,
                                                  const RetestOptions& options) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(options.backend_dirs));
  ASSAY_RETURN_IF_ERROR(CheckNames(options.targets, registry));
  lab::Lab lab;
  ASSAY_ASSIGN(std::vector<Job> jobs, MakeJobs(store, registry, rows, options.targets, lab));
  ASSAY_RETURN_IF_ERROR(RunAll(jobs, store, options));
  std::vector<RetestOutcome> out;
  for (Job& job : jobs) out.push_back(std::move(job.out));
  return out;
}

}  // namespace assay::life
