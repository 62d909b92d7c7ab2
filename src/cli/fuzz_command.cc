// assay fuzz: makes models, runs them everywhere, says which framework is wrong and keeps the
// proof.
#include <algorithm>
#include <iomanip>
#include <sstream>

#include "base/interrupted.h"
#include "campaign/agent.h"
#include "campaign/campaign.h"
#include "campaign/environments.h"
#include "campaign/pattern_counts.h"
#include "campaign/stage.h"
#include "cli/cluster/ray_engine.h"
#include "cli/command.h"
#include "cli/findings/list.h"
#include "cli/fuzz_flags.h"
#include "cli/fuzz_screen.h"
#include "cli/table.h"
#include "lab/choose_targets.h"
#include "lab/registry.h"
#include "life/beside.h"
#include "store/address.h"

namespace assay::cli {
namespace {

using campaign::Config;

using campaign::FindingLine;

// For one case beside a campaign: what takes longer is left to `assay findings triage`.
constexpr double kReductionSeconds = 20;

nlohmann::json FindingJson(const FindingLine& f) {
  return With(
      ASSAY_FIELDS(f, id, target, version, kind, stage, message, count, recipe, realism, confirmed),
      {{"case", f.first_case}, {"seconds", f.at_seconds}});
}

std::string Hex(uint64_t value) {
  std::ostringstream out;
  out << std::hex << std::setfill('0') << std::setw(16) << value;
  return out.str();
}

nlohmann::json SummaryJson(const FuzzFlags& flags, const campaign::Progress& p,
                           const life::Beside* triage) {
  nlohmann::json targets, mutators, coverage, findings = nlohmann::json::array();
  nlohmann::json patterns = nlohmann::json::object(), open = nlohmann::json::object();
  const std::map<std::string, double> parts(p.parts.begin(), p.parts.end());
  for (const auto& [name, mean] : p.mean_ms) {
    const auto it = p.tally.targets.find(name);
    const campaign::TargetTally t =
        it == p.tally.targets.end() ? campaign::TargetTally() : it->second;
    targets[name] = With(ASSAY_FIELDS(t, cases, unsupported, statuses, gaps, seconds, peak_mb),
                         {{"share", parts.at(name)},
                          {"mean_ms", mean},
                          {"cases_per_second", t.cases / std::max(1e-9, p.tally.seconds)}});
  }
  for (const auto& [name, m] : p.tally.mutators)
    mutators[name] = ASSAY_FIELDS(m, applied, refused, invalid);
  for (const auto& [name, count] : p.coverage)
    if (name.starts_with(campaign::kPatternPrefix))
      patterns[name.substr(campaign::kPatternPrefix.size())] = count;
    else
      coverage[name] = count;
  coverage["special_values"] = p.tally.special_values;
  for (const auto& [op, t] : p.tally.open) open[op] = ASSAY_FIELDS(t, elements, open, inherited);
  for (const FindingLine& f : p.findings) findings.push_back(FindingJson(f));
  const auto cases = static_cast<double>(p.tally.cases);
  nlohmann::json out = {
      {"legal", p.tally.cases},
      {"illegal_study", p.tally.out_of_range},
      {"put_aside", p.tally.retried},
      {"target_cpu_share", p.tally.target_cpu_seconds / std::max(1e-9, p.tally.cpu_seconds)},
      {"cases_per_second", static_cast<double>(p.cases_now) / std::max(1e-9, p.seconds)},
      {"nodes_per_case", static_cast<double>(p.tally.nodes) / std::max(1.0, cases)},
      {"corpus_hash", Hex(p.tally.corpus_hash)},
      {"jobs", flags.limits.jobs},
      {"store", store::WithoutPassword(flags.store)},
      {"campaign", flags.campaign},
      {"exchange", ASSAY_FIELDS(p.exchange, offered, heard, learnt, cpu_seconds)},
      {"targets", targets},
      {"mutators", mutators},
      {"patterns", patterns},
      {"coverage", coverage},
      {"open", open},
      {"findings", findings}};
  out.update(ASSAY_FIELDS(p.tally, cases, illegal, cpu_seconds, target_cpu_seconds, hits));
  out.update(ASSAY_FIELDS(p, seconds, resumed_cases, resident_mb, store_cpu_seconds, notes));
  out.update(ASSAY_FIELDS(flags.config, stage, method, seed));
  if (triage != nullptr) {
    const life::BesideFigures figures = triage->figures();
    out["triage"] = ASSAY_FIELDS(figures, worked_on, left, bugs, trouble);
  }
  return out;
}

// What became of the findings so far, for the screen.
std::string TriagedText(const life::BesideFigures& figures) {
  if (!figures.trouble.empty()) return StrCat("triage has ended: ", figures.trouble);
  if (figures.worked_on == 0) return "";
  return StrCat(figures.bugs, " bugs so far; of the findings ", figures.worked_on, " looked at, ",
                figures.left, " to do");
}

void PrintFindings(const campaign::Progress& p, bool color) {
  Table table({"finding", "target", "kind", "count", "realism", "what"});
  for (const FindingLine& f : p.findings)
    table.AddRow(
        {f.id, f.target, f.kind, StrCat(f.count), Fixed(f.realism, 2), FirstLine(f.message, 110)});
  table.Print(std::cout, color);
}

// `triaged`: the store, when findings were grouped meanwhile.
Status PrintForPeople(const FuzzFlags& flags, const campaign::Progress& p,
                      const store::Store* triaged) {
  const bool color = StdoutIsTerminal();
  for (const std::string& note : p.notes) std::cout << "  " << note << "\n";
  std::cout << ScreenText(StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed,
                                 ", ", flags.limits.jobs, " jobs"),
                          p, 160, color);
  if (p.findings.empty()) return {};
  std::cout << "\n";
  if (triaged != nullptr)
    ASSAY_RETURN_IF_ERROR(findings::PrintBugs(*triaged));
  else
    PrintFindings(p, color);
  const std::string store =
      flags.store == "assay.db" ? "" : StrCat(" --store ", store::WithoutPassword(flags.store));
  std::cout << "\nnext: assay findings list --sort severity" << store
            << "    one line per bug, worst first\n"
            << "      assay findings triage" << store << "    confirm, reduce and group them\n"
            << "      assay findings show ID" << store << "    one of them, with the proof\n"
            << "      assay findings ready ID" << store << "    what a report still needs\n";
  return {};
}

// assay fuzz --engine: agents on several machines instead of this process.
Result<assay::cluster::Job> JobOf(const FuzzFlags& flags, const App& app) {
  if (flags.resume)
    return Invalid("--resume is for a store of one machine; --campaign NAME continues by itself");
  if (flags.campaign.empty())
    return Invalid("--engine needs --campaign NAME: that is what agents join");
  assay::cluster::Job job;
  job.store = flags.store;
  job.campaign = flags.campaign;
  job.time = flags.time;
  job.seconds = flags.limits.seconds;
  job.nodes = flags.nodes == 0 ? 1 : flags.nodes;
  job.cpus = flags.cpus != 0 ? flags.cpus : flags.jobs;
  job.gpus = flags.gpus;
  job.home = lab::HomeFolder();
  job.more = app.GivenWords({"--engine", "--address", "--nodes", "--cpus", "--gpus", "--store",
                             "--campaign", "--time", "--jobs", "--json", "--quiet"});
  ASSAY_RETURN_IF_ERROR(assay::cluster::Check(job));
  return job;
}

// `app`: what was parsed; agents get the options that were given, apart from those about the engine
// itself. Returns the exit code.
int RunOnEngine(const FuzzFlags& flags, const App& app) {
  const auto job = JobOf(flags, app);
  if (!job.ok()) return Fail(job.error());
  return cluster::RunOnRay(*job, {flags.address, flags.json, flags.quiet});
}

// The targets that `flags` mean for their stage.
Result<lab::TargetChoice> StageTargets(const FuzzFlags& flags, std::vector<std::string>& notes) {
  ASSAY_ASSIGN(lab::TargetChoice choice,
               lab::ChooseTargets(flags.config.targets, flags.backend_dirs));
  if (!campaign::FindStage(flags.config.stage)->own_modes) return choice;
  return lab::ChooseForStage(choice, flags.config.stage, flags.backend_dirs, notes);
}

// The campaign to go on with, its settings taken from the store.
Result<int64_t> OpenCampaign(FuzzFlags& flags, store::Store& store) {
  if (!flags.resume) return store.AddCampaign(flags.config.Save());
  ASSAY_ASSIGN(const auto last, store.LastCampaign());
  if (!last.has_value())
    return Invalid(StrCat("--resume: ", flags.store, " holds no campaign; start one without it"));
  ASSAY_ASSIGN(flags.config, Config::Load(last->config));
  return last->id;
}

void SayOnStderr(const std::string& text) { std::cerr << text << std::endl; }

// Findings of several machines are worked on by whoever asks for it, not by every agent.
Result<std::unique_ptr<life::Beside>> StartTriage(const FuzzFlags& flags) {
  if (flags.triage_share <= 0 || !flags.campaign.empty()) return std::unique_ptr<life::Beside>();
  life::BesideOptions options;
  options.each.backend_dirs = flags.backend_dirs;
  options.each.seconds = kReductionSeconds;
  options.share = flags.triage_share;
  options.jobs = flags.limits.jobs;
  return life::Beside::Start(flags.store, std::move(options));
}

Result<int> RunFuzz(FuzzFlags flags, const App& app) {
  ASSAY_RETURN_IF_ERROR(FillConfig(flags));
  if (!flags.engine.empty()) return RunOnEngine(flags, app);
  ASSAY_ASSIGN(auto store, flags.resume ? store::Store::OpenExisting(flags.store)
                           : flags.campaign.empty()
                               ? store::Store::Open(flags.store)
                               : campaign::OpenShared(flags.store, SayOnStderr));
  flags.config.targets = flags.targets;
  if (!flags.resume) {
    // Names are checked before a campaign is written down.
    std::vector<std::string> unused;
    ASSAY_ASSIGN(const auto named, StageTargets(flags, unused));
    // Frameworks that are still to come may have a share, too.
    if (!flags.targets.empty()) ASSAY_RETURN_IF_ERROR(CheckShares(flags.config, named.targets));
  }
  if (flags.resume && !flags.campaign.empty())
    return Invalid("--campaign continues the campaign by itself; leave out --resume");
  std::atomic<bool>& interrupted = WatchForInterrupt();  // from when there is something to end
  ASSAY_ASSIGN(const auto id,
               flags.campaign.empty() ? OpenCampaign(flags, store) : Result<int64_t>(0));
  std::vector<std::string> notes;
  ASSAY_ASSIGN(const auto choice, StageTargets(flags, notes));
  if (choice.targets.empty())
    return Invalid("no target is ready; `assay targets` says why, and how to fix it");
  // Frameworks that are not there yet are made beside the campaign and join it.
  const std::unique_ptr<campaign::MissingFrameworks> newcomers =
      flags.config.targets.empty() && flags.campaign.empty() && flags.config.stage == "infer"
          ? campaign::MissingFrameworks::Start(flags.backend_dirs, choice.targets)
          : nullptr;
  if (!flags.quiet)
    std::cerr << "starting " << choice.targets.size()
              << " targets, trying the seeds on them and asking what they support" << std::endl;
  ASSAY_ASSIGN(const auto triage, StartTriage(flags));
  Result<campaign::Progress> progress = Error{};
  {
    FuzzScreen screen(
        StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed, ", ",
               flags.limits.jobs, " jobs, store ", store::WithoutPassword(flags.store)),
        !flags.quiet);
    campaign::Hooks hooks;
    hooks.stop = &interrupted;
    hooks.show = [&](const campaign::Progress& now) {
      campaign::Progress shown = now;
      if (triage != nullptr) shown.triaged = TriagedText(triage->figures());
      screen.Show(shown);
    };
    if (newcomers != nullptr) hooks.newcomers = [&] { return newcomers->Take(); };
    progress =
        flags.campaign.empty()
            ? campaign::RunCampaign(flags.config, flags.limits, choice.targets, store, id, hooks)
            : campaign::RunAsAgent({flags.store, flags.campaign, flags.config, flags.limits},
                                   choice.targets, store, hooks, SayOnStderr);
  }
  if (!progress.ok()) return progress.error();
  progress->notes.insert(progress->notes.begin(), notes.begin(), notes.end());
  if (newcomers != nullptr && !newcomers->Left().empty())
    progress->notes.push_back(
        StrCat("not made yet: ", Join(newcomers->Left(), ", "),
               "; the next fuzz continues with them, `assay targets add NAME` makes one at once"));
  if (triage != nullptr) {
    ASSAY_RETURN_IF_ERROR(triage->End());
    progress->triaged = TriagedText(triage->figures());
  }
  if (flags.json)
    PrintJson(SummaryJson(flags, *progress, triage.get()));
  else
    ASSAY_RETURN_IF_ERROR(PrintForPeople(flags, *progress, triage == nullptr ? nullptr : &store));
  return progress->findings.empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupFuzz(App& app) {
  const auto flags = std::make_shared<FuzzFlags>();
  AddFuzzFlags(app, *flags);
  return [flags, &app] { return ExitCode(RunFuzz(*flags, app)); };
}

}  // namespace assay::cli
