#include "life/locate.h"

#include "base/clock.h"
#include "base/machine.h"
#include "base/strings.h"
#include "dossier/facts.h"
#include "life/claim.h"
#include "life/probe_of.h"
#include "resources/check.h"
#include "triage/life.h"

namespace assay::life {
namespace {

namespace locate = triage::locate;

// A failure that does not repeat at once is given this many chances.
constexpr int kChances = 3;

struct Session {
  store::Store& store;
  store::FindingRow row;
  ModelCase model_case;
  lab::Registry registry;
  lab::Target target;
};

Result<Session> Open(const LocateOptions& options, store::Store& store, store::FindingRow row) {
  if (resources::FindCheck(row.kind) != nullptr)
    return Invalid(StrCat(row.id, " is about time or memory ('", row.kind,
                          "'), and locating compares results; its message names what is known, "
                          "`assay reduce ",
                          row.id, "` makes the model smaller and `assay findings retest ", row.id,
                          " --targets …` tries other versions and modes"));
  ASSAY_RETURN_IF_ERROR(NeedsPlainRun(row, "`assay locate`"));
  ASSAY_ASSIGN(ModelCase model_case, dossier::SmallestCase(store, row.id));
  ASSAY_ASSIGN(lab::Registry registry, lab::Registry::Load(options.backend_dirs));
  ASSAY_ASSIGN(lab::Target target, dossier::TargetOf(row, options.backend_dirs));
  return Session{store, std::move(row), std::move(model_case), std::move(registry),
                 std::move(target)};
}

// The failure as it shows today; an error when it does not.
Result<triage::Sighted> See(const Session& session, lab::Lab& lab) {
  const triage::Probe probe(session.target, lab);
  std::string last;
  for (int i = 0; i < kChances; ++i) {
    ASSAY_ASSIGN(triage::Sighted seen,
                 probe.Run(session.model_case, {.fresh = i > 0, .official = false}));
    if (seen.finding() && seen.result.oracle == session.row.kind) return seen;
    last = oracle::CaseStatusName(seen.result.status);
  }
  return Invalid(StrCat(session.row.id, " does not show on ", session.target.name, " in ", kChances,
                        " runs (", last,
                        "), so there is nothing to locate; `assay findings retest ", session.row.id,
                        "` says whether it is gone"));
}

Result<nlohmann::json> EarlierLocation(const Session& session) {
  ASSAY_ASSIGN(auto facts, dossier::FactsOf(session.store, session.row.id));
  const auto found = facts.find("location");
  return found == facts.end() || !found->second.is_object() ? nlohmann::json::object()
                                                            : found->second;
}

Status KeepLocate(Session& session, const nlohmann::json& location) {
  const std::string& id = session.row.id;
  ASSAY_RETURN_IF_ERROR(session.store.SetFact(id, "location", location.dump()));
  ASSAY_RETURN_IF_ERROR(
      session.store.SetState(id, triage::LaterState(session.row.state, "located")));
  return session.store.AddHistory({.finding = id,
                                   .time = "",
                                   .target = session.target.name,
                                   .version = session.target.version,
                                   .event = "located",
                                   .message = location.value("summary", ""),
                                   .machine = HostMachine()});
}

// Asks all that was wished for. The first error ends it; what was learnt until then stays.
Status Ask(const LocateOptions& options, const Session& session, lab::Lab& lab,
           nlohmann::json& location) {
  ASSAY_ASSIGN(const triage::Sighted seen, See(session, lab));
  ASSAY_ASSIGN(const locate::Trier trier,
               locate::Trier::Make(session.model_case, seen.symptom, lab));
  locate::Inquiry inquiry{session.model_case, session.target, seen, trier, session.registry, lab};
  inquiry.seconds = options.seconds;
  inquiry.progress = options.tell;
  for (const locate::Question& question : locate::AllQuestions()) {
    if (!options.wanted(question)) continue;
    if (question.name == "versions") {
      ASSAY_ASSIGN(inquiry.versions,
                   locate::ReleasedVersions(session.target, session.registry, options.versions()));
    }
    const Status asked = question.ask(inquiry, location);
    location["summary"] = locate::Summary(location);
    ASSAY_RETURN_IF_ERROR(asked);
  }
  return {};
}

// Confirmed and reduced findings are to be located; others are not certain or have been.
bool ToBeLocated(const store::FindingRow& row) {
  return row.state == "confirmed" || row.state == "reduced";
}

// Whether somebody has been done with it since the list was read.
Result<bool> IsNotLocated(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto now, store.TryFinding(id));
  return now.has_value() && ToBeLocated(*now);
}

}  // namespace

double MostSeconds(double each) {
  return each * static_cast<double>(locate::AllQuestions().size());
}

Result<Located> LocateFinding(store::Store& store, const store::FindingRow& row,
                              const LocateOptions& options) {
  ASSAY_ASSIGN(Session session, Open(options, store, row));
  ASSAY_ASSIGN(nlohmann::json location, EarlierLocation(session));
  lab::Lab lab;
  const Status asked = Ask(options, session, lab, location);
  if (!asked.ok() && !location.contains("summary")) return asked.error();
  ASSAY_RETURN_IF_ERROR(KeepLocate(session, location));
  return Located{std::move(session.target), std::move(location), asked};
}

Result<LocateAllResult> LocateAll(store::Store& store, const LocateOptions& options,
                                  double seconds) {
  const double end_ms = NowMs() + seconds * 1e3;
  ASSAY_ASSIGN(const std::vector<store::FindingRow> rows, store.Findings());
  LocateAllResult out;
  for (const store::FindingRow& row : rows) {
    if (!ToBeLocated(row)) continue;
    if (NowMs() >= end_ms) {
      ++out.left;
      continue;
    }
    const Claim claim(store, LocateTask(row.id), MostSeconds(options.seconds));
    ASSAY_RETURN_IF_ERROR(claim.status());
    ASSAY_ASSIGN(const bool still, IsNotLocated(store, row.id));
    if (!claim.ours() || !still) {
      ++out.elsewhere;
      continue;
    }
    options.tell(row.id);
    const auto located = LocateFinding(store, row, options);
    ++out.worked_on;
    const Status trouble = located.ok() ? located->stopped_by : Status(located.error());
    if (!trouble.ok()) out.problems.push_back(StrCat(row.id, ": ", trouble.error().message));
  }
  return out;
}

}  // namespace assay::life
