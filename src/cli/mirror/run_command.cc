// assay mirror run: programs of one framework, carried to another, run and judged there.
#include <iostream>
#include <memory>
#include <optional>

#include "base/interrupted.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "cli/mirror/model_run.h"
#include "cli/mirror/run_report.h"
#include "cli/mirror/run_settings.h"
#include "cli/run_clock.h"
#include "cli/terminal.h"
#include "mirror/run_totals.h"
#include "mirror/source/inputs.h"
#include "store/address.h"
#include "trial/labs.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::Input;
using assay::mirror::Output;
using nlohmann::json;

class RunRun {
 public:
  RunRun(const RunSettings& settings, trial::RunRecord& record,
         const assay::mirror::MirrorTotals& totals)
      : settings_(settings), record_(record), totals_(totals) {}

  // The first `skip` of `inputs` are done.
  Status All(const std::vector<Input>& inputs, size_t skip, assay::mirror::Proposer& proposer,
             assay::mirror::Rewriters& rewriters) {
    const assay::mirror::RunOptions options{.screen = settings_.screen,
                                            .jobs = settings_.jobs,
                                            .by_model = settings_.provider != "none",
                                            .skip = skip,
                                            .unsafe = settings_.unsafe,
                                            .gpu = settings_.gpu,
                                            .fresh = settings_.fresh,
                                            .should_stop = Interrupted};
    progress_.Show(StrCat("mirror: ", inputs.size(), " programs, starting labs"));
    const Status done =
        RunMirror(inputs, proposer, rewriters, options,
                  [&](const std::vector<Output>& block) { return Take(block, inputs.size()); });
    progress_.Clear();
    return done;
  }

  const assay::mirror::RunCosts& costs() const { return costs_; }

 private:
  Status Take(const std::vector<Output>& block, size_t all) {
    for (const Output& output : block) costs_.Add(output);
    for (const Output& output : block)
      if ((output.accusation.stands || output.accusation.suspected) &&
          !versions_.contains(output.direction.to))
        versions_[output.direction.to] =
            trial::InstalledVersion(output.direction.to, output.direction.to, settings_.unsafe);
    ASSAY_RETURN_IF_ERROR(KeepOutputs(block, versions_, clock_.Lap(), record_));
    progress_.Show(StrCat("mirror: ", totals_.inputs(), " of ", all, ", ", record_.programs(),
                          " translated, ", record_.findings(), " findings, ",
                          block.back().source.name));
    return {};
  }

  const RunSettings& settings_;
  trial::RunRecord& record_;
  const assay::mirror::MirrorTotals& totals_;
  RunClock clock_;
  std::map<std::string, std::string> versions_;
  assay::mirror::RunCosts costs_;
  Progress progress_;
};

Result<json> Carry(RunSettings& settings) {
  std::optional<store::Store> store;
  assay::mirror::MirrorTotals totals;
  std::optional<trial::RunRecord> record;
  if (settings.resume) {
    ASSAY_ASSIGN(store, trial::OpenRunStore(settings.store, true));
    ASSAY_ASSIGN(record, trial::RunRecord::Resume(*store, settings.store, assay::mirror::kMirrorRun,
                                                  totals));
    ASSAY_RETURN_IF_ERROR(TakeConfig(record->config(), settings));
  }
  std::vector<std::string> notes;
  ASSAY_ASSIGN(const std::vector<Input> inputs, ReadInputs(settings.query, notes));
  // The programs of a run that goes on must still be the same.
  if (settings.resume) ASSAY_RETURN_IF_ERROR(CheckSameInputs(settings, inputs));
  WatchForInterrupt();
  assay::mirror::Rewriters rewriters(!settings.Without("matching-model"));
  assay::mirror::RuleProposer rules(rewriters);
  assay::mirror::Proposer* proposer = &rules;
  std::unique_ptr<ModelRun> model;
  std::vector<Input> todo = inputs;
  const bool asks = settings.provider != "none";
  const json config = settings.resume ? json() : ConfigJson(settings, inputs);
  if (asks) {
    // The same command goes on with the run that it began.
    if (!settings.resume && !settings.fresh && store::StoreExists(settings.store)) {
      ASSAY_ASSIGN(store, trial::OpenRunStore(settings.store, false));
      ASSAY_ASSIGN(record, trial::RunRecord::FindLike(*store, settings.store,
                                                      assay::mirror::kMirrorRun, config, totals));
    }
    std::erase_if(todo, [&](const Input& input) {
      return totals.Did(input.source.name, input.direction.from, input.direction.to);
    });
    Progress progress;
    ASSAY_ASSIGN(model, ModelRun::Open(settings, rewriters, progress, Interrupted));
    ASSAY_RETURN_IF_ERROR(model->proposer().Prepare(todo));
    progress.Clear();
    if (const auto& spent = model->proposer().spent(); spent.stopped > 0) {
      std::cerr << llm::StoppedText(spent.answered, spent.questions) << "\n";
      todo.clear();
    }
    if (const size_t pending = model->proposer().pending(); pending > 0)
      std::cerr << llm::PendingText(pending, model->db()) << "\n";
    std::erase_if(todo, [&](const Input& input) { return model->proposer().Waits(input); });
    // Nothing can be run, and nothing was: there is nothing to keep.
    if (todo.empty() && !record && model->proposer().pending() > 0)
      return json{{"pending", model->proposer().pending()}};
    proposer = &model->proposer();
  }
  if (!record) {
    ASSAY_ASSIGN(store, trial::OpenRunStore(settings.store, false));
    ASSAY_ASSIGN(record,
                 trial::RunRecord::Start(*store, assay::mirror::kMirrorRun, config, totals));
  }
  RunRun run(settings, *record, totals);
  ASSAY_RETURN_IF_ERROR(run.All(todo, asks ? 0 : totals.inputs(), *proposer, rewriters));
  ASSAY_RETURN_IF_ERROR(record->End());
  ASSAY_ASSIGN(json summary, SummaryJson(totals, *record));
  summary["left_out"] = notes;
  summary["pairs_of"] = record->config().value("pairs_of", json::array());
  summary["spent"] = run.costs().Json();
  summary["complete"] = totals.inputs() == inputs.size();
  if (asks) summary["pending"] = model->proposer().pending();
  return summary;
}

int RunCommand(RunSettings settings) {
  if (const Status fits = CheckSettings(settings); !fits.ok()) return Fail(fits.error());
  const auto summary = Carry(settings);
  if (!summary.ok()) return Fail(summary.error());
  if (!summary->contains("outputs")) {  // all of it waits for answers
    if (settings.json) PrintJson(*summary);
    return kDone;
  }
  if (settings.json)
    PrintJson(*summary);
  else
    PrintRun(*summary);
  return (*summary)["findings"].empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupRun(App& app) {
  const auto settings = std::make_shared<RunSettings>();
  AddRunFlags(app, *settings);
  return [settings] { return RunCommand(*settings); };
}

}  // namespace assay::cli::mirror
