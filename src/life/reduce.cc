#include "life/reduce.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/clock.h"
#include "base/machine.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "dossier/facts.h"
#include "graph/text.h"
#include "life/probe_of.h"
#include "onnx/model_io.h"
#include "triage/case_bytes.h"
#include "triage/error_json.h"
#include "triage/evidence_json.h"
#include "triage/life.h"

namespace assay::life {
namespace {

// While reducing, a hang is waited for as long as a tiny model takes, this many times over, but at
// least so long: far more than small cases need, far less than in a campaign. What comes out is
// waited for as long as usual.
constexpr double kHangFactor = 20;
constexpr double kLeastHangSeconds = 0.5;
// A failure that comes and goes is looked for this often.
constexpr int kLooksForUnsteady = 5;

// Ends what the lab is waiting for once somebody has had enough.
class Watch {
 public:
  Watch(lab::Lab& lab, const std::function<bool()>& stopped)
      : thread_([this, &lab, &stopped] { Look(lab, stopped); }) {}
  ~Watch() {
    done_ = true;
    thread_.join();
  }

 private:
  void Look(lab::Lab& lab, const std::function<bool()>& stopped) const {
    constexpr auto kGlance = std::chrono::milliseconds(50);
    while (!done_ && !stopped()) std::this_thread::sleep_for(kGlance);
    if (stopped()) lab.Abandon();
  }

  std::atomic<bool> done_{false};
  std::thread thread_;
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
  const auto probe = ProbeOf(store, row, target, lab);
  return probe.ok() && probe->Shows(reduced.model_case, reduced.symptom, {.fresh = true});
}

}  // namespace

Result<reduce::Reduced> ReduceModel(store::Store& store, const store::FindingRow& row,
                                    const ReduceOptions& how) {
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, how.backend_dirs));
  lab::Lab lab(LabFor(row, target, how.jobs));
  ASSAY_ASSIGN(const triage::Probe probe, ProbeOf(store, row, target, lab));
  const Watch watch(lab, how.stopped);
  how.tell(row.id + ": running it once more");
  ASSAY_ASSIGN(const Start start, FindStart(store, probe, row));
  ASSAY_RETURN_IF_ERROR(KeepSettings(store, row));
  const bool hang = row.kind == "hang";
  reduce::Options options;
  options.jobs = how.jobs;
  options.seconds = how.seconds;
  options.suspect = reduce::Suspect(start.model_case, start.seen.result);
  options.should_stop = how.stopped;
  options.on_progress = [&](const reduce::Progress& now) {
    how.tell(StrCat(row.id, ": ", now.pass, ", ", now.nodes, " nodes, ", now.tries, " tries"));
  };
  if (!hang)
    options.on_better = [&](const ModelCase& smaller) {
      // Not being able to write is told at the end, when it is tried again.
      (void)KeepCase(store, row.id, start.original_nodes, smaller, false).ok();
    };
  auto reduced = reduce::Reduce(start.model_case, probe, start.seen.symptom, options);
  if (!reduced.ok()) return Invalid(StrCat(row.id, ": ", reduced.error().message));
  if (hang && !how.stopped() && !HangsForLong(store, row, target, *reduced))
    return Invalid(StrCat(row.id, ": smaller cases are slow but do not hang; it stays as it is"));
  reduced->original_nodes = start.original_nodes;
  const nlohmann::json errors = triage::LookAtErrors(probe, reduced->model_case, reduced->proof);
  ASSAY_RETURN_IF_ERROR(RecordReduction(store, row, *reduced, errors));
  return reduced;
}

Status KeepCase(store::Store& store, const std::string& id, size_t original_nodes,
                const ModelCase& smaller, bool complete) {
  store::ReductionRow row;
  row.finding = id;
  row.original_nodes = static_cast<int64_t>(original_nodes);
  row.nodes = static_cast<int64_t>(smaller.model.graph.node_count());
  row.complete = complete;
  ASSAY_ASSIGN(row.model, onnxio::SerializeModel(smaller.model));
  row.inputs = triage::PackInputs(smaller);
  return store.KeepReduction(row);
}

nlohmann::json ReductionJson(const reduce::Reduced& reduced) {
  return With(ASSAY_FIELDS(reduced, original_nodes, tries, seconds, complete, notes),
              {{"nodes", reduced.model_case.model.graph.node_count()},
               {"locked_on", reduce::LockedOn(reduced.symptom)},
               {"canonical", reduce::Canonical(reduced.model_case)},
               {"opsets", {reduced.opset_low, reduced.opset_high}}});
}

Status RecordReduction(store::Store& store, const store::FindingRow& row,
                       const reduce::Reduced& reduced, const nlohmann::json& errors) {
  ASSAY_RETURN_IF_ERROR(
      KeepCase(store, row.id, reduced.original_nodes, reduced.model_case, reduced.complete));
  ASSAY_RETURN_IF_ERROR(
      store.SetFact(row.id, "reduction", casebook::DumpJson(ReductionJson(reduced))));
  if (!reduced.proof.oracle.empty())
    ASSAY_RETURN_IF_ERROR(
        store.SetFact(row.id, "evidence", casebook::DumpJson(triage::EvidenceJson(reduced.proof))));
  if (!errors.empty())
    ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, triage::kErrorsFact, casebook::DumpJson(errors)));
  ASSAY_RETURN_IF_ERROR(store.SetState(row.id, triage::LaterState(row.state, "reduced")));
  const size_t nodes = reduced.model_case.model.graph.node_count();
  return store.AddHistory({.finding = row.id,
                           .time = "",
                           .target = row.target,
                           .version = row.version,
                           .event = "reduced",
                           .message = StrCat(reduced.original_nodes, " -> ", nodes, " nodes",
                                             reduced.complete ? "" : ", cut short"),
                           .machine = HostMachine()});
}

}  // namespace assay::life
