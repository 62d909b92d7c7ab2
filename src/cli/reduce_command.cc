// assay reduce: the smallest and plainest case that still shows a finding.
//
// Every case with fewer nodes is kept at once, so that whatever ends the program leaves the best so
// far in the store. A second run goes on from there.
#include <atomic>
#include <iostream>
#include <memory>
#include <thread>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "cli/findings/claim.h"
#include "cli/interrupted.h"
#include "cli/reduce_record.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "dossier/installed.h"
#include "dossier/kept_case.h"
#include "graph/text.h"
#include "reduce/reduce.h"
#include "triage/case_bytes.h"
#include "triage/error_json.h"

namespace assay::cli {
namespace {

// While reducing, a hang is waited for as long as a tiny model takes, this many times over, but at
// least so long: far more than small cases need, far less than in a campaign. What comes out is
// waited for as long as usual.
constexpr double kHangFactor = 20;
constexpr double kLeastHangSeconds = 0.5;
// A failure that comes and goes is looked for this often.
constexpr int kLooksForUnsteady = 5;

// Ends what the lab is waiting for once the user has had enough.
class Watch {
 public:
  explicit Watch(lab::Lab& lab) : thread_([this, &lab] { RunReduce(lab); }) { WatchForInterrupt(); }
  ~Watch() {
    done_ = true;
    thread_.join();
  }

 private:
  void RunReduce(lab::Lab& lab) const {
    constexpr auto kGlance = std::chrono::milliseconds(50);
    while (!done_ && !Interrupted()) std::this_thread::sleep_for(kGlance);
    if (Interrupted()) lab.Abandon();
  }

  std::atomic<bool> done_{false};
  std::thread thread_;
};

struct ReduceFlags {
  findings::FindingFlags finding;
  int jobs = 0;
  std::string time = "5m";
};

double HangSeconds(const lab::Target& target) {
  const auto tiny = ParseModelText("graph (x: float32[1]) -> (y: float32[1]) { y = Identity(x) }");
  const auto subject = triage::MakeSubject({*tiny, {Tensor(DType::kFloat32, {1})}});
  lab::Lab lab;
  double seconds = 0;
  // The first run may also load the framework.
  for (int i = 0; i < 2 && subject.ok(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    lab.Run(target, oracle::PlainRequest(*subject));
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return std::min(target.wall_s, std::max(kLeastHangSeconds, kHangFactor * seconds));
}

lab::LabOptions LabFor(const store::FindingRow& row, const lab::Target& target, int jobs) {
  lab::LabOptions out;
  const bool ends_processes = row.kind == "crash" || row.kind == "hang";
  out.spares = ends_processes ? jobs : 0;
  if (row.kind == "hang") out.wall_s = HangSeconds(target);
  return out;
}

// Where reducing starts, and what it shows there.
struct Start {
  ModelCase model_case;
  size_t original_nodes = 0;
  triage::Sighted seen;
};

Result<triage::Sighted> Look(const triage::Probe& probe, const ModelCase& model_case,
                             const store::FindingRow& row) {
  const bool unsteady = row.kind == "nondeterministic" || row.state == "flaky";
  const triage::ProbeOptions how{.confirm = true, .official = false, .rerun = unsteady};
  auto seen = probe.Run(model_case, how);
  for (int i = 1; i < (unsteady ? kLooksForUnsteady : 1) && seen.ok() && !seen->finding(); ++i)
    seen = probe.Run(model_case, how);
  if (!seen.ok()) return seen.error();
  if (seen->finding()) return seen;
  const oracle::TargetResult& result = seen->result;
  return Invalid(StrCat(row.id, " does not repeat on ", row.target, " ", result.version,
                        ": it is now ", oracle::CaseStatusName(result.status),
                        result.message.empty() ? "" : " (" + result.message + ")",
                        "; `assay findings retest` notes that"));
}

// The reduced case of an earlier run if it shows the finding, otherwise the original.
Result<Start> FindStart(const store::Store& store, const triage::Probe& probe,
                        const store::FindingRow& row) {
  ASSAY_ASSIGN(const ModelCase original, dossier::OriginalCase(store, row.id));
  const size_t nodes = original.model.graph.node_count();
  ASSAY_ASSIGN(const auto earlier, store.Reduction(row.id));
  if (earlier.has_value()) {
    ASSAY_ASSIGN(const ModelCase smaller, dossier::SmallestCase(store, row.id));
    const auto seen = Look(probe, smaller, row);
    if (seen.ok()) return Start{smaller, nodes, *seen};
  }
  ASSAY_ASSIGN(triage::Sighted seen, Look(probe, original, row));
  return Start{original, nodes, std::move(seen)};
}

// Whether the case still hangs when it is waited for as long as usual.
bool HangsForLong(const store::Store& store, const store::FindingRow& row,
                  const lab::Target& target, const reduce::Reduced& reduced) {
  lab::Lab lab;
  const auto probe = findings::ProbeOf(store, row, target, lab);
  return probe.ok() && probe->Shows(reduced.model_case, reduced.symptom, {.fresh = true});
}

// What came out, and how far its outputs are from the truth.
struct Outcome {
  reduce::Reduced reduced;
  nlohmann::json errors;
};

Result<Outcome> Reduce(const ReduceFlags& flags, store::Store& store, const store::FindingRow& row,
                       double seconds) {
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, flags.finding.backend_dirs));
  const int jobs = flags.jobs > 0 ? flags.jobs : DefaultJobs();
  lab::Lab lab(LabFor(row, target, jobs));
  ASSAY_ASSIGN(const triage::Probe probe, findings::ProbeOf(store, row, target, lab));
  const Watch watch(lab);
  Progress progress;
  progress.Show(StrCat(row.id, ": running it once more"));
  ASSAY_ASSIGN(const Start start, FindStart(store, probe, row));
  ASSAY_RETURN_IF_ERROR(findings::KeepSettings(store, row));
  const bool hang = row.kind == "hang";
  reduce::Options options;
  options.jobs = jobs;
  options.seconds = seconds;
  options.suspect = reduce::Suspect(start.model_case, start.seen.result);
  options.should_stop = Interrupted;
  options.on_progress = [&](const reduce::Progress& now) {
    progress.Show(StrCat(row.id, ": ", now.pass, ", ", now.nodes, " nodes, ", now.tries, " tries"));
  };
  if (!hang)
    options.on_better = [&](const ModelCase& smaller) {
      // Not being able to write is told at the end, when it is tried again.
      (void)KeepCase(store, row.id, start.original_nodes, smaller, false).ok();
    };
  auto reduced = reduce::Reduce(start.model_case, probe, start.seen.symptom, options);
  if (!reduced.ok()) return Invalid(StrCat(row.id, ": ", reduced.error().message));
  if (hang && !Interrupted() && !HangsForLong(store, row, target, *reduced))
    return Invalid(StrCat(row.id, ": smaller cases are slow but do not hang; it stays as it is"));
  reduced->original_nodes = start.original_nodes;
  nlohmann::json errors = triage::LookAtErrors(probe, reduced->model_case, reduced->proof);
  return Outcome{std::move(reduced).value(), std::move(errors)};
}

int ReduceProgram(const ReduceFlags& flags, store::Store& store, store::FindingRow row,
                  const casebook::ProgramFinding& finding, double seconds) {
  WatchForInterrupt();
  Progress progress;
  casebook::ReduceOptions options;
  options.seconds = seconds;
  options.should_stop = Interrupted;
  options.on_progress = [&](const casebook::Cut& best, size_t tries, std::string_view pass) {
    progress.Show(StrCat(row.id, ": ", pass, ", ", best.text.size(), " bytes, ", tries, " tries"));
  };
  const auto reduced = findings::ReduceByProgram(store, row, finding, options);
  progress.Clear();
  if (!reduced.ok()) return Fail(reduced.error());
  if (flags.finding.json) {
    findings::PrintJson({{"id", row.id},
                         {"statements", reduced->statements},
                         {"original_statements", reduced->original_statements},
                         {"bytes", reduced->bytes},
                         {"original_bytes", reduced->original_bytes},
                         {"tries", reduced->tries},
                         {"complete", reduced->complete},
                         {"program", reduced->cut.text}});
    return kDone;
  }
  std::cout << row.id << ": " << reduced->original_statements << " -> " << reduced->statements
            << " statements, " << reduced->original_bytes << " -> " << reduced->bytes << " bytes, "
            << reduced->tries << " tries"
            << (reduced->complete ? "" : "; cut short, the best so far is kept") << "\n"
            << "  same failure  " << finding.seen.Text() << "\n\n"
            << reduced->cut.text;
  return kDone;
}

void PrintReduce(const std::string& id, const reduce::Reduced& reduced) {
  const Model& model = reduced.model_case.model;
  std::cout << id << ": " << reduced.original_nodes << " -> " << model.graph.node_count()
            << " nodes, " << reduced.tries << " tries in "
            << static_cast<int>(reduced.seconds + 0.5) << " s"
            << (reduced.complete ? "" : "; cut short, the best so far is kept") << "\n"
            << "  same failure  " << reduce::LockedOn(reduced.symptom) << "\n";
  if (reduced.opset_low < reduced.opset_high)
    std::cout << "  opsets        " << reduced.opset_low << " to " << reduced.opset_high << "\n";
  for (const std::string& note : reduced.notes) std::cout << "  note          " << note << "\n";
  std::cout << "\n" << PrintModel(model) << "\n";
}

int RunReduce(const ReduceFlags& flags) {
  const auto seconds = ParseDuration(flags.time);
  if (!seconds.ok()) return Fail(seconds.error());
  auto store = store::Store::OpenExisting(flags.finding.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.finding.id);
  if (!row.ok()) return Fail(row.error());
  const findings::Claim claim(*store, findings::TriageTask(row->id), *seconds);
  findings::TellOfOthers(claim, row->id);
  const auto program = casebook::Load(*store, row->id);
  if (!program.ok()) return Fail(program.error());
  if (program->has_value()) return ReduceProgram(flags, *store, *row, **program, *seconds);
  const auto outcome = Reduce(flags, *store, *row, *seconds);
  if (!outcome.ok()) return Fail(outcome.error());
  const reduce::Reduced& reduced = outcome->reduced;
  const Status kept = RecordReduction(*store, *row, reduced, outcome->errors);
  if (!kept.ok()) return Fail(kept.error());
  if (!flags.finding.json) {
    PrintReduce(row->id, reduced);
    return kDone;
  }
  nlohmann::json json = ReductionJson(reduced);
  json["id"] = row->id;
  json["model"] = PrintModel(reduced.model_case.model);
  findings::PrintJson(json);
  return kDone;
}

}  // namespace

std::function<int()> SetupReduce(App& app) {
  const auto flags = std::make_shared<ReduceFlags>();
  findings::AddFindingFlags(app, flags->finding);
  app.AddOption("--jobs", flags->jobs, "cases tried at the same time (default: cores)");
  app.AddOption("--time", flags->time, "at most this long: 90s, 5m, 1h (default: 5m)");
  return [flags] { return RunReduce(*flags); };
}

}  // namespace assay::cli
