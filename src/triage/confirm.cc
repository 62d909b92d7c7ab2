#include "triage/confirm.h"

#include "base/strings.h"
#include "triage/case_bytes.h"
#include "triage/error_json.h"
#include "triage/evidence_json.h"
#include "triage/life.h"
#include "triage/machines.h"

namespace assay::triage {
namespace {

// Differing from run to run is what such a finding is about: whatever is wrong in a run shows it.
constexpr std::string_view kNondeterministic = "nondeterministic";
constexpr std::string_view kRejected = "rejected", kShape = "shape";

Result<bool> ShowsWithFills(const Probe& probe, const ModelCase& model_case, const Wanted& wanted) {
  for (const uint8_t fill : kFills) {
    const Probe filled = probe.On(WithFill(probe.target(), fill));
    ASSAY_ASSIGN(const Sighted seen, filled.Run(model_case, {.fresh = true}));
    if (!Shows(wanted, seen)) return false;
  }
  return true;
}

}  // namespace

bool Shows(const Wanted& wanted, const Sighted& seen) {
  if (!seen.finding()) return false;
  if (wanted.oracle == kNondeterministic) return true;
  if (seen.result.oracle != wanted.oracle || seen.result.stage != wanted.stage) return false;
  return seen.result.status == oracle::CaseStatus::kWrong ||
         NormalizedMessage(seen.result.message) == NormalizedMessage(wanted.message);
}

Result<Sighted> RunClean(const Probe& probe, const ModelCase& model_case, const Wanted& wanted) {
  // Within a process, too: some failures need a second run.
  const bool twice = wanted.oracle == kNondeterministic;
  return probe.Run(model_case, {.confirm = twice, .fresh = true, .rerun = twice});
}

Result<Confirmation> Confirm(const Probe& probe, const ModelCase& model_case, const Wanted& wanted,
                             int runs, std::optional<Sighted> first) {
  Confirmation out;
  for (int i = 0; i < runs; ++i) {
    Sighted seen;
    if (i == 0 && first.has_value()) {
      seen = std::move(*first);
    } else {
      ASSAY_ASSIGN(seen, RunClean(probe, model_case, wanted));
    }
    ++out.runs;
    const bool shows =
        Shows(wanted, seen) && (out.shown == 0 || wanted.oracle == kNondeterministic ||
                                SameFailure(out.sighted.symptom, seen.symptom));
    if (shows && out.shown++ == 0)
      out.sighted = std::move(seen);
    else if (!shows)
      out.other = seen.result.message.empty() ? "nothing is wrong" : seen.result.message;
  }
  if (out.shown > 0) out.errors = LookAtErrors(probe, model_case, out.sighted.result);
  // Results say nothing about waste. What memory held decides no shape and no refusal that is the
  // same every time.
  const bool steady =
      out.shown == out.runs && (wanted.oracle == kRejected || wanted.oracle == kShape);
  if (probe.measures() || steady) return out;
  ASSAY_ASSIGN(const oracle::Subject subject, MakeSubject(model_case));
  ASSAY_ASSIGN(const lab::Request request, probe.RequestOf(subject));
  ASSAY_ASSIGN(out.poison, TryPoison(request, probe.target(), probe.lab()));
  if (out.poison->verdict == PoisonReport::Verdict::kGarbage) {
    ASSAY_ASSIGN(out.poisoned_shows, ShowsWithFills(probe, model_case, wanted));
  }
  return out;
}

namespace {

nlohmann::json PoisonJson(const PoisonReport& poison, bool shows) {
  nlohmann::json patterns = nlohmann::json::array();
  for (const uint8_t fill : kFills) patterns.push_back(fill);
  nlohmann::json out = {{"patterns", patterns},
                        {"same", poison.verdict == PoisonReport::Verdict::kClean},
                        {"verdict", PoisonText(poison.verdict)},
                        {"shows", shows}};
  if (!poison.proof.empty()) out["proof"] = poison.proof;
  return out;
}

}  // namespace

nlohmann::json ConfirmationJson(const Confirmation& confirmation) {
  nlohmann::json out = {
      {"runs", confirmation.runs},
      {"shown", confirmation.shown},
      {"rate",
       confirmation.runs == 0 ? 0.0 : static_cast<double>(confirmation.shown) / confirmation.runs}};
  if (confirmation.poison.has_value())
    out["poison"] = PoisonJson(*confirmation.poison, confirmation.poisoned_shows);
  if (confirmation.shown < confirmation.runs) out["other"] = confirmation.other;
  return out;
}

Result<bool> NoteNotShownHere(const std::string& tried, store::Store& store,
                              const store::FindingRow& row, const Machine& here) {
  ASSAY_ASSIGN(const auto seen_on, store.SeenOn(row.id));
  const std::string event = NotShownOn(ArchitecturesOf(seen_on), here.architecture);
  if (event.empty()) return false;
  ASSAY_RETURN_IF_ERROR(
      store.AddHistory({row.id, "", row.target, row.version, event, tried, here.architecture}));
  return true;
}

Status KeepConfirmation(const Confirmation& confirmation, store::Store& store,
                        store::FindingRow& row, const Machine& here) {
  const std::string tried =
      StrCat("shown in ", confirmation.shown, " of ", confirmation.runs, " clean processes");
  if (confirmation.shown == 0 && !confirmation.poisoned_shows) {
    ASSAY_ASSIGN(const bool elsewhere, NoteNotShownHere(tried, store, row, here));
    if (elsewhere) return {};
  }
  const auto text = [](const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  ASSAY_RETURN_IF_ERROR(
      store.SetFact(row.id, "confirmation", text(ConfirmationJson(confirmation))));
  if (confirmation.shown > 0) ASSAY_RETURN_IF_ERROR(store.AddSeenOn(row.id, here));
  const auto& poison = confirmation.poison;
  const bool garbage = poison.has_value() && poison->verdict == PoisonReport::Verdict::kGarbage;
  if (confirmation.shown > 0) {
    nlohmann::json evidence = EvidenceJson(confirmation.sighted.result);
    // A result that follows what memory happened to hold is never a matter of rounding.
    if (garbage) evidence["memory"] = StrCat(PoisonText(poison->verdict), ": ", poison->proof);
    ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "evidence", text(evidence)));
  }
  if (!confirmation.errors.empty())
    ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, kErrorsFact, text(confirmation.errors)));
  // Tested again, so a state outside the order may be left, too.
  if (!confirmation.reliable())
    row.state = "flaky";
  else if (row.state == "flaky")
    row.state = "confirmed";
  else
    row.state = LaterState(row.state, "confirmed");
  ASSAY_RETURN_IF_ERROR(store.SetState(row.id, row.state));
  store::HistoryRow event;
  event.finding = row.id;
  event.target = row.target;
  event.version = row.version;
  event.event = confirmation.reliable() ? "confirmed" : "flaky";
  event.message =
      StrCat(tried, poison.has_value() ? "; memory: " + PoisonText(poison->verdict) : "");
  event.machine = here.architecture;
  return store.AddHistory(event);
}

}  // namespace assay::triage
