// assay mirror run: programs of one framework, carried to another, run and judged there.
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/interrupted.h"
#include "cli/llm_options.h"
#include "cli/mirror/action.h"
#include "cli/mirror/model_run.h"
#include "cli/mirror/record.h"
#include "cli/mirror/run_report.h"
#include "cli/mirror/run_settings.h"
#include "cli/mirror/spent.h"
#include "cli/terminal.h"
#include "mirror/source/inputs.h"
#include "store/address.h"
#include "trial/labs.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::Input;
using assay::mirror::Output;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

class RunRun {
 public:
  RunRun(const RunSettings& settings, Record& record, const std::atomic<bool>& interrupted)
      : settings_(settings), record_(record), interrupted_(interrupted), last_(Clock::now()) {}

  Status All(const std::vector<Input>& inputs, assay::mirror::Proposer& proposer,
             assay::mirror::Rewriters& rewriters) {
    const assay::mirror::RunOptions options{.screen = settings_.screen,
                                            .jobs = settings_.jobs,
                                            .by_model = settings_.provider != "none",
                                            .skip = record_.inputs(),
                                            .unsafe = settings_.unsafe,
                                            .fresh = settings_.fresh,
                                            .should_stop = [this] { return interrupted_.load(); }};
    progress_.Show(StrCat("mirror: ", inputs.size(), " programs, starting labs"));
    const Status done =
        RunMirror(inputs, proposer, rewriters, options,
                  [&](const std::vector<Output>& block) { return Take(block, inputs.size()); });
    progress_.Clear();
    return done;
  }

  const Spent& spent() const { return spent_; }

 private:
  Status Take(const std::vector<Output>& block, size_t all) {
    for (const Output& output : block) spent_.Add(output);
    for (const Output& output : block)
      if (output.accusation.stands && !versions_.contains(output.direction.to))
        versions_[output.direction.to] = assay::trial::InstalledVersion(
            output.direction.to, output.direction.to, settings_.unsafe);
    const double seconds = std::chrono::duration<double>(Clock::now() - last_).count();
    last_ = Clock::now();
    ASSAY_RETURN_IF_ERROR(record_.Add(block, versions_, seconds));
    progress_.Show(StrCat("mirror: ", record_.inputs(), " of ", all, ", ", record_.outputs(),
                          " carried, ", record_.findings(), " findings, ",
                          block.back().source.name));
    return {};
  }

  const RunSettings& settings_;
  Record& record_;
  const std::atomic<bool>& interrupted_;
  Clock::time_point last_;
  std::map<std::string, std::string> versions_;
  Spent spent_;
  Progress progress_;
};

Result<Record> OpenRecord(store::Store& store, RunSettings& settings,
                          const std::vector<Input>& inputs) {
  if (!settings.resume) return Record::Start(store, ConfigJson(settings, inputs));
  return Record::Resume(store, settings.store);
}

// The settings of the run that goes on; its programs must still be the same.
Status TakeOver(RunSettings& settings) {
  if (!store::StoreExists(settings.store))
    return Invalid(StrCat("--resume: there is no store ", settings.store,
                          "; start a run without --resume, or name its --store"));
  ASSAY_ASSIGN(store::Store store, store::Store::OpenExisting(settings.store));
  ASSAY_ASSIGN(const Record record, Record::Resume(store, settings.store));
  return TakeConfig(record.config(), settings);
}

Result<json> Carry(RunSettings& settings) {
  if (settings.resume) ASSAY_RETURN_IF_ERROR(TakeOver(settings));
  std::vector<std::string> notes;
  ASSAY_ASSIGN(const std::vector<Input> inputs, ReadInputs(settings.query, notes));
  if (settings.resume) ASSAY_RETURN_IF_ERROR(CheckSameInputs(settings, inputs));
  const std::atomic<bool>& interrupted = WatchForInterrupt();
  assay::mirror::Rewriters rewriters(!settings.Without("matching-model"));
  assay::mirror::RuleProposer rules(rewriters);
  assay::mirror::Proposer* proposer = &rules;
  std::unique_ptr<ModelRun> model;
  if (settings.provider != "none") {
    Progress progress;
    ASSAY_ASSIGN(model, ModelRun::Open(settings, rewriters, progress,
                                       [&interrupted] { return interrupted.load(); }));
    ASSAY_RETURN_IF_ERROR(model->proposer().Prepare(inputs));
    progress.Clear();
    // Nothing is run then; what is written down below is a run that --resume goes on with.
    if (const auto& spent = model->proposer().spent(); spent.stopped > 0)
      std::cerr << llm::StoppedText(spent.answered, spent.questions) << "\n";
    if (const size_t pending = model->proposer().pending(); pending > 0)
      return json{{"pending", pending}};
    proposer = &model->proposer();
  }
  ASSAY_ASSIGN(store::Store store, store::Store::Open(settings.store));
  ASSAY_ASSIGN(Record record, OpenRecord(store, settings, inputs));
  RunRun run(settings, record, interrupted);
  ASSAY_RETURN_IF_ERROR(run.All(inputs, *proposer, rewriters));
  ASSAY_RETURN_IF_ERROR(record.End());
  ASSAY_ASSIGN(json summary, record.Summary());
  summary["left_out"] = notes;
  summary["pairs_of"] = record.config().value("pairs_of", json::array());
  summary["spent"] = run.spent().Json();
  summary["complete"] = record.inputs() == inputs.size();
  return summary;
}

int RunCommand(RunSettings settings) {
  if (const Status fits = CheckSettings(settings); !fits.ok()) return Fail(fits.error());
  const auto summary = Carry(settings);
  if (!summary.ok()) return Fail(summary.error());
  if (summary->contains("pending")) {  // nothing is run before the answers are there
    std::cerr << llm::PendingText((*summary)["pending"].get<size_t>()) << "\n";
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
