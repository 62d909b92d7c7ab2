// assay fuzz: makes models, runs them everywhere, says which framework is wrong and keeps the
// proof.
#include <iostream>
#include <memory>

#include "base/interrupted.h"
#include "base/strings.h"
#include "campaign/agent.h"
#include "campaign/campaign.h"
#include "campaign/environments.h"
#include "campaign/stage.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/fuzz_engine.h"
#include "cli/fuzz_flags.h"
#include "cli/fuzz_screen.h"
#include "cli/fuzz_summary.h"
#include "cli/terminal.h"
#include "lab/choose_targets.h"
#include "store/address.h"

namespace assay::cli {
namespace {

using campaign::Config;

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
    return Invalid("--campaign goes on by itself with what the campaign has; leave --resume");
  std::atomic<bool>& interrupted = WatchForInterrupt();  // from when there is something to end
  ASSAY_ASSIGN(const auto id,
               flags.campaign.empty() ? OpenCampaign(flags, store) : Result<int64_t>(0));
  std::vector<std::string> notes;
  ASSAY_ASSIGN(const auto choice, StageTargets(flags, notes));
  if (choice.targets.empty())
    return Invalid("no target is ready; `assay targets` says why, and what helps");
  // Frameworks that are not there yet are made beside the campaign and join it.
  const std::unique_ptr<campaign::MissingFrameworks> newcomers =
      flags.config.targets.empty() && flags.campaign.empty() && flags.config.stage == "infer"
          ? campaign::MissingFrameworks::Start(flags.backend_dirs, choice.targets)
          : nullptr;
  if (!flags.quiet)
    std::cerr << "starting " << choice.targets.size()
              << " targets, trying the seeds on them and asking what they support" << std::endl;
  Result<campaign::Progress> progress = Error{};
  {
    FuzzScreen screen(
        StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed, ", ",
               flags.limits.jobs, " jobs, store ", store::WithoutPassword(flags.store)),
        !flags.quiet);
    campaign::Hooks hooks;
    hooks.stop = &interrupted;
    hooks.show = [&](const campaign::Progress& now) { screen.Show(now); };
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
               "; the next fuzz goes on with them, `assay targets add NAME` makes one at once"));
  PrintSummary(flags, *progress);
  return progress->findings.empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupFuzz(App& app) {
  const auto flags = std::make_shared<FuzzFlags>();
  AddFuzzFlags(app, *flags);
  return [flags, &app] { return ExitCode(RunFuzz(*flags, app)); };
}

}  // namespace assay::cli
