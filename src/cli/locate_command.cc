// assay locate: where a finding comes from, as far as runs can tell.
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "base/machine.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/findings/access.h"
#include "cli/findings/claim.h"
#include "cli/locate_all.h"
#include "cli/locate_report.h"
#include "cli/locate_versions.h"
#include "cli/terminal.h"
#include "dossier/facts.h"
#include "dossier/installed.h"
#include "dossier/kept_case.h"
#include "resources/check.h"
#include "triage/life.h"
#include "triage/locate/question.h"

namespace assay::cli {
namespace {

namespace locate = triage::locate;

// A failure that does not repeat at once is given this many chances.
constexpr int kChances = 3;

struct LocateFlags : findings::FindingFlags {
  std::set<std::string> questions;  // by name; empty: those that are asked by default
  std::string versions;
  bool yes = false;
  double seconds = 300;
  bool all = false;
  std::string time = "10m";
};

// At most, for one finding.
double SecondsOfEach(const LocateFlags& flags) {
  return flags.seconds * static_cast<double>(locate::AllQuestions().size());
}

bool Wanted(const LocateFlags& flags, const locate::Question& question) {
  return flags.questions.empty() ? question.by_default
                                 : flags.questions.contains(std::string(question.name));
}

struct Session {
  store::Store& store;
  store::FindingRow row;
  ModelCase model_case;
  lab::Registry registry;
  lab::Target target;
};

Result<Session> Open(const LocateFlags& flags, store::Store& store, store::FindingRow row) {
  if (resources::FindCheck(row.kind) != nullptr)
    return Invalid(StrCat(row.id, " is about time or memory ('", row.kind,
                          "'), and locating compares results; its message names what is known, "
                          "`assay reduce ",
                          row.id, "` makes the model smaller and `assay findings retest ", row.id,
                          " --targets …` tries other versions and modes"));
  ASSAY_RETURN_IF_ERROR(findings::NeedsPlainRun(row, "`assay locate`"));
  ASSAY_ASSIGN(ModelCase model_case, dossier::SmallestCase(store, row.id));
  ASSAY_ASSIGN(lab::Registry registry, lab::Registry::Load(flags.backend_dirs));
  ASSAY_ASSIGN(lab::Target target, dossier::TargetOf(row, flags.backend_dirs));
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
Status Ask(const LocateFlags& flags, const Session& session, lab::Lab& lab,
           nlohmann::json& location) {
  Progress progress;
  ASSAY_ASSIGN(const triage::Sighted seen, See(session, lab));
  ASSAY_ASSIGN(const locate::Trier trier,
               locate::Trier::Make(session.model_case, seen.symptom, lab));
  locate::Inquiry inquiry{session.model_case, session.target, seen, trier, session.registry, lab};
  inquiry.seconds = flags.seconds;
  inquiry.progress = [&](const std::string& text) { progress.Show("locate: " + text); };
  for (const locate::Question& question : locate::AllQuestions()) {
    if (!Wanted(flags, question)) continue;
    if (question.name == "versions") {
      progress.Clear();  // it may ask
      VersionWish wish{{}, flags.yes, flags.backend_dirs};
      if (!flags.versions.empty()) wish.list = Split(flags.versions, ',');
      ASSAY_ASSIGN(inquiry.versions, ReleasedVersions(session.target, session.registry, wish));
    }
    const Status asked = question.ask(inquiry, location);
    location["summary"] = locate::Summary(location);
    ASSAY_RETURN_IF_ERROR(asked);
  }
  return {};
}

// Locates one finding and keeps what was learnt, also if something went wrong later. `print`: shows
// it, too.
Status LocateOne(const LocateFlags& flags, store::Store& store, const store::FindingRow& row,
                 bool print) {
  ASSAY_ASSIGN(Session session, Open(flags, store, row));
  ASSAY_ASSIGN(nlohmann::json location, EarlierLocation(session));
  lab::Lab lab;
  const Status asked = Ask(flags, session, lab, location);
  if (!location.contains("summary")) return asked;
  ASSAY_RETURN_IF_ERROR(KeepLocate(session, location));
  if (print && flags.json) {
    location["id"] = session.row.id;
    findings::PrintJson(location);
  } else if (print) {
    PrintLocation(session.row, session.target, location);
  }
  return asked;
}

int RunAll(const LocateFlags& flags, store::Store& store) {
  const auto seconds = ParseDuration(flags.time, "--time");
  if (!seconds.ok()) return Fail(seconds.error());
  LocateAllOptions options;
  options.seconds = *seconds;
  options.seconds_of_each = SecondsOfEach(flags);
  options.locate = [&](const store::FindingRow& row) {
    return LocateOne(flags, store, row, false);
  };
  const auto done = LocateAll(store, options);
  if (!done.ok()) return Fail(done.error());
  if (flags.json) {
    findings::PrintJson({{"worked_on", done->worked_on},
                         {"elsewhere", done->elsewhere},
                         {"left", done->left},
                         {"problems", done->problems}});
    return kDone;
  }
  for (const std::string& problem : done->problems) std::cout << "  " << problem << "\n";
  std::cout << done->worked_on << " findings were worked on, " << done->elsewhere
            << " by other processes, " << done->left << " are left\n";
  return kDone;
}

int RunLocate(const LocateFlags& flags) {
  if (flags.all != flags.id.empty())
    return Fail(Invalid(flags.all ? "locate: name one finding or say --all, not both"
                                  : "locate: name a finding, or say --all"));
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  if (flags.all) return RunAll(flags, *store);
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  const findings::Claim claim(*store, findings::LocateTask(row->id), SecondsOfEach(flags));
  findings::TellOfOthers(claim, row->id);
  const Status located = LocateOne(flags, *store, *row, true);
  return located.ok() ? kDone : Fail(located.error());
}

}  // namespace

std::function<int()> SetupLocate(App& app) {
  const auto flags = std::make_shared<LocateFlags>();
  app.AddOption("id", flags->id, "the finding");
  findings::AddFindingFlags(app, *flags, false);
  app.AddFlag("--all", flags->all,
              "all confirmed and reduced findings that nobody has located; others may do the same");
  app.AddOption("--time", flags->time, "with --all, at most this long (default: 10m)");
  std::optional<Argument> versions;
  for (const locate::Question& question : locate::AllQuestions()) {
    const std::string name(question.name);
    if (name == "versions") {
      versions = app.AddOption("--versions", flags->versions,
                               "the range of released versions that show it; V,V,…: only these")
                     .Expect(0, 1);
      continue;
    }
    app.AddFlag(
        "--" + name, [flags, name] { flags->questions.insert(name); }, std::string(question.help));
  }
  app.AddFlag("--yes", flags->yes, "download versions without asking");
  app.AddOption("--seconds", flags->seconds, "for each question (default: 300)").Positive();
  return [flags, versions] {
    if (versions->given()) flags->questions.insert("versions");
    return RunLocate(*flags);
  };
}

}  // namespace assay::cli
