// assay findings retest: replays findings on the versions that are installed now.
//
// One thread per framework: workers of one framework stay warm, and a slow compiler holds up
// nobody else. A finding that cannot be run is reported and stops nothing.
#include "triage/retest.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/machine.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "cli/table.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "dossier/facts.h"
#include "dossier/kept_case.h"
#include "triage/machines.h"
#include "triage/versions.h"

namespace assay::cli::findings {
namespace {

// A flaky finding that shows in one run of three escapes this many runs once in a hundred times.
constexpr int kRetestsWhenFlaky = 11;
constexpr size_t kShownMessage = 90;

struct RetestFlags : FindingFlags {
  std::vector<std::string> ids;
  std::string targets;
  int jobs = DefaultJobs();
};

// One finding on one target, or the reason why there is no target.
struct Job {
  const store::FindingRow* row = nullptr;
  std::string op;  // wrong by itself, as far as known
  Result<ModelCase> model_case = Invalid("");
  Result<lab::Target> target = Invalid("");
  std::string target_name;  // as asked for, when there is no such target
  Result<triage::Probe> probe = Invalid("");
  std::optional<casebook::ProgramFinding> program;  // when a program shows it and no model
  triage::Retested seen;
  triage::Verdict verdict;
  std::string seen_on;  // architectures, before this retest
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

Result<std::vector<store::FindingRow>> Chosen(const store::Store& store, const RetestFlags& flags) {
  if (flags.ids.empty()) return store.Findings();
  std::vector<store::FindingRow> out;
  for (const std::string& id : flags.ids) {
    ASSAY_ASSIGN(store::FindingRow row, store.Finding(id));
    out.push_back(std::move(row));
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
                                  const RetestFlags& flags, lab::Lab& lab) {
  std::vector<Job> out;
  for (const store::FindingRow& row : rows) {
    ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
    ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
    const Result<ModelCase> model_case = dossier::SmallestCase(store, row.id);
    for (const std::string& name :
         flags.targets.empty() ? InstalledNow(registry, row) : Named(flags.targets, row)) {
      Job job;
      job.row = &row;
      job.op = WrongOperator(facts, row);
      job.program = program;
      job.model_case = model_case;
      job.target = ReadyTarget(registry, name);
      job.target_name = name;
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
    const triage::RetestOptions options{.runs = job.row->state == "flaky" ? kRetestsWhenFlaky : 1};
    job.seen =
        triage::Retest(*job.probe, *job.model_case, triage::Remember(*job.row, job.op), options);
  }
}

// The package's version; of what comes from no package, the worker's own.
std::string VersionOf(const Job& job) {
  if (!job.target.ok()) return "";
  return job.target->version.empty() ? job.seen.version : job.target->version;
}

// Writes what came out. Only the finding's own mode decides about its state; a program has none.
Status Keep(store::Store& store, Job& job) {
  ASSAY_ASSIGN(const store::FindingRow now, store.Finding(job.row->id));
  ASSAY_ASSIGN(const auto history, store.History(now.id));
  ASSAY_ASSIGN(const auto seen_on, store.SeenOn(now.id));
  const std::string version = VersionOf(job);
  const triage::Machines machines{triage::ArchitecturesOf(seen_on)};
  job.seen_on = Join(machines.seen_on, ", ");
  job.verdict = triage::VerdictOf(now, history, version, job.seen.outcome, machines);
  const bool own_mode =
      job.program.has_value() || (job.target.ok() && job.target->mode == ModeOf(now.target));
  if (!own_mode) {
    job.verdict.state = now.state;
    if (job.seen.outcome == triage::Again::kGone) job.verdict.event = "not in this mode";
  }
  if (job.seen.outcome == triage::Again::kCannotRun) return {};
  ASSAY_RETURN_IF_ERROR(store.AddHistory(
      {now.id, "", job.target->name, version, job.verdict.event, job.seen.message, machines.here}));
  if (own_mode && job.seen.outcome == triage::Again::kStillThere)
    ASSAY_RETURN_IF_ERROR(store.AddSeenOn(now.id, ThisMachine()));
  if (job.verdict.state != now.state)
    ASSAY_RETURN_IF_ERROR(store.SetState(now.id, job.verdict.state));
  return {};
}

// Runs all jobs, those of one framework one after another. Returns the first trouble with the
// store.
Status RunAll(std::vector<Job>& jobs, store::Store& store, int threads) {
  std::map<std::string, std::vector<Job*>> by_framework;
  for (Job& job : jobs) by_framework[FrameworkOf(job.row->target)].push_back(&job);
  std::vector<std::vector<Job*>> queues;
  for (auto& [framework, queue] : by_framework) queues.push_back(std::move(queue));
  Progress progress;
  std::mutex mutex;
  std::atomic<size_t> next = 0;
  size_t done = 0;
  Status trouble;
  const auto work = [&] {
    for (size_t i; (i = next++) < queues.size();)
      for (Job* job : queues[i]) {
        RunJob(*job);
        const std::lock_guard lock(mutex);
        const Status kept = Keep(store, *job);
        if (!kept.ok() && trouble.ok()) trouble = kept;
        progress.Show(StrCat("retested ", ++done, " of ", jobs.size(), ", ", job->row->id, " on ",
                             job->target_name, ": ", job->verdict.event));
      }
  };
  std::vector<std::thread> pool;
  for (size_t i = 0; i < std::min<size_t>(static_cast<size_t>(threads), queues.size()); ++i)
    pool.emplace_back(work);
  for (std::thread& thread : pool) thread.join();
  return trouble;
}

nlohmann::json JobJson(const Job& job) {
  return {
      {"id", job.row->id},           {"target", job.target_name},    {"version", VersionOf(job)},
      {"seen_in", job.row->version}, {"outcome", job.verdict.event}, {"state", job.verdict.state},
      {"message", job.seen.message}, {"machine", HostMachine()},     {"seen_on", job.seen_on}};
}

Tone ToneOf(const std::string& event) {
  if (event == "fixed") return Tone::kGood;
  if (event == "regressed") return Tone::kBad;
  return event == "still there" ? Tone::kWarning : Tone::kDim;
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, std::min(text.find('\n'), kShownMessage));
}

void PrintRetest(const std::vector<Job>& jobs, const std::map<std::string, int>& counts) {
  Table table({"finding", "seen in", "tested on", "version", "outcome", "what was seen"});
  for (const Job& job : jobs) {
    const std::string version = VersionOf(job);
    const std::string& event = job.verdict.event;
    table.AddRow(
        {job.row->id, job.row->version, job.target_name, version,
         event == "fixed" ? StrCat("fixed in ", version) : event, FirstLine(job.seen.message)},
        {{4, ToneOf(event)}});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::vector<std::string> parts;
  for (const auto& [event, count] : counts) parts.push_back(StrCat(count, " ", event));
  std::cout << jobs.size() << " retested: " << (parts.empty() ? "nothing" : Join(parts, ", "))
            << "\n";
}

int RunRetest(const RetestFlags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto rows = Chosen(*store, flags);
  if (!rows.ok()) return Fail(rows.error());
  const auto registry = lab::Registry::Load(flags.backend_dirs);
  if (!registry.ok()) return Fail(registry.error());
  const Status names = CheckNames(flags.targets, *registry);
  if (!names.ok()) return Fail(names.error());
  lab::Lab lab;
  auto jobs = MakeJobs(*store, *registry, *rows, flags, lab);
  if (!jobs.ok()) return Fail(jobs.error());
  const Status done = RunAll(*jobs, *store, flags.jobs);
  if (!done.ok()) return Fail(done.error());
  std::map<std::string, int> counts;
  for (const Job& job : *jobs) ++counts[job.verdict.event];
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const Job& job : *jobs) all.push_back(JobJson(job));
    PrintJson({{"retested", all}, {"counts", counts}});
  } else {
    PrintRetest(*jobs, counts);
  }
  return counts.contains("regressed") ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupRetest(App& app) {
  const auto flags = std::make_shared<RetestFlags>();
  app.AddOption("ids", flags->ids, "findings (default: all of the store)");
  AddFindingFlags(app, *flags, false);
  app.AddOption("--targets", flags->targets,
                "comma-separated targets, such as onnxruntime@1.17.3 (default: the installed "
                "versions from the one that showed it on)");
  app.AddOption("--jobs", flags->jobs, "frameworks tested at the same time").Positive();
  return [flags] { return RunRetest(*flags); };
}

}  // namespace assay::cli::findings
