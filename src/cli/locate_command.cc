// assay locate: where a finding comes from, as far as runs can tell.
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/locate_versions.h"
#include "cli/table.h"
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

struct Flags : findings::FindingFlags {
  std::set<std::string> questions;  // by name; empty: those that are asked by default
  std::string versions;
  bool yes = false;
  double seconds = 300;
};

bool Wanted(const Flags& flags, const locate::Question& question) {
  return flags.questions.empty() ? question.by_default
                                 : flags.questions.contains(std::string(question.name));
}

struct Session {
  store::Store store;
  store::FindingRow row;
  ModelCase model_case;
  lab::Registry registry;
  lab::Target target;
};

Result<Session> Open(const Flags& flags) {
  ASSAY_ASSIGN(store::Store store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(store::FindingRow row, store.Finding(flags.id));
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
  return Session{std::move(store), std::move(row), std::move(model_case), std::move(registry),
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

Status Keep(Session& session, const nlohmann::json& location) {
  const std::string& id = session.row.id;
  ASSAY_RETURN_IF_ERROR(session.store.SetFact(id, "location", location.dump()));
  ASSAY_RETURN_IF_ERROR(
      session.store.SetState(id, triage::LaterState(session.row.state, "located")));
  return session.store.AddHistory({.finding = id,
                                   .time = "",
                                   .target = session.target.name,
                                   .version = session.target.version,
                                   .event = "located",
                                   .message = location.value("summary", "")});
}

void PrintRows(const nlohmann::json& rows, const char* first) {
  Table table({first, "status", "shows it"});
  for (const auto& row : rows) {
    const bool shows = row.value("shows", false);
    table.AddRow({row.value(first, ""), row.value("status", ""), shows ? "yes" : "no"},
                 {{2, shows ? Tone::kBad : Tone::kDim}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

void Print(const Session& session, const nlohmann::json& location) {
  std::cout << session.row.id << ": " << session.target.name << " " << session.target.version
            << ", " << session.row.kind << "\n";
  if (location.contains("first_wrong")) {
    const auto& place = location["first_wrong"];
    if (place.value("tensor", "").empty())
      std::cout << "  place      " << place.value("how", "") << "\n";
    else
      std::cout << "  place      '" << place.value("tensor", "") << "', made by node "
                << place.value("node", 0) << " (" << place.value("op", "") << ")\n"
                << "             how: " << place.value("how", "") << "\n";
  }
  if (location.contains("mode_summary"))
    std::cout << "  mode       " << location.value("mode_summary", "") << "\n";
  if (location.contains("optimiser_how"))
    std::cout << "  optimiser  " << location.value("optimiser_how", "") << "\n";
  if (location.contains("versions"))
    std::cout << "  versions   " << location["versions"].value("summary", "") << "\n";
  if (location.contains("modes")) PrintRows(location["modes"], "target");
  if (location.contains("versions")) PrintRows(location["versions"]["tried"], "version");
}

// Asks all that was wished for. The first error ends it; what was learnt until then stays.
Status Ask(const Flags& flags, const Session& session, lab::Lab& lab, nlohmann::json& location) {
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

int Run(const Flags& flags) {
  auto session = Open(flags);
  if (!session.ok()) return Fail(session.error());
  auto location = EarlierLocation(*session);
  if (!location.ok()) return Fail(location.error());
  lab::Lab lab;
  const Status asked = Ask(flags, *session, lab, *location);
  if (location->contains("summary")) {
    const Status kept = Keep(*session, *location);
    if (!kept.ok()) return Fail(kept.error());
    if (flags.json) {
      nlohmann::json out = *location;
      out["id"] = session->row.id;
      findings::PrintJson(out);
    } else {
      Print(*session, *location);
    }
  }
  return asked.ok() ? kDone : Fail(asked.error());
}

}  // namespace

std::function<int()> SetupLocate(App& app) {
  const auto flags = std::make_shared<Flags>();
  findings::AddFindingFlags(app, *flags);
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
    return Run(*flags);
  };
}

}  // namespace assay::cli
