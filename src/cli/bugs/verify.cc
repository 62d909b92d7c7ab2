// assay bugs verify: both sides of bugs.
#include "bugs/run/verify.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/bugs/options.h"
#include "cli/bugs/outcome.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
using assay::bugs::Outcome;
using assay::bugs::Verification;
using nlohmann::json;

struct VerifyFlags {
  DatabaseFlags database;
  RunFlags run;
  std::string positional;
  bool all = false, write_back = false, json = false;
};

// An id alone is enough when only one library has it.
Result<const Bug*> FindById(const assay::bugs::Database& database, const std::string& id) {
  std::vector<const Bug*> found;
  for (const std::string& library : database.libraries)
    if (const auto bug = database.Find(library, id); bug.ok()) found.push_back(*bug);
  if (found.size() == 1) return found.front();
  if (found.empty())
    return Invalid(StrCat("there is no bug '", id, "' in ", database.root,
                          "; `assay bugs list-tests` lists them"));
  return Invalid(StrCat("'", id, "' is a bug of several libraries: give -l too"));
}

Result<std::vector<const Bug*>> ChooseVerify(const assay::bugs::Database& database,
                                             const VerifyFlags& flags) {
  const std::string id = flags.database.id.empty() ? flags.positional : flags.database.id;
  if (flags.all == !id.empty()) return Invalid("name one bug (ID), or --all");
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  if (!id.empty()) {
    ASSAY_ASSIGN(const Bug* bug, flags.database.library.empty()
                                     ? FindById(database, id)
                                     : database.Find(flags.database.library, id));
    return std::vector<const Bug*>{bug};
  }
  std::vector<const Bug*> out;
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() && bug.notes && !bug.notes->fixed_version.empty() &&
        (flags.database.library.empty() || bug.library == flags.database.library))
      out.push_back(&bug);
  if (out.empty())
    return Invalid(StrCat("no bug in ", database.root, " names a fixed version (bug.toml)"));
  return out;
}

bool Unsatisfied(const Verification& one) {
  return one.buggy.outcome == Outcome::kUnsatPrereqs ||
         (one.buggy.outcome == Outcome::kReproduced && one.fixed.outcome == Outcome::kUnsatPrereqs);
}

std::string_view VerificationWord(const Bug& bug, const Verification& one) {
  if (one.record.holds) return "verified";
  if (!bug.NotFor().empty()) return "not for this machine";
  return Unsatisfied(one) ? "unsat prereqs" : "failed";
}

json VerificationJson(const Bug& bug, const Verification& one) {
  json out = {{"library", bug.library},          {"id", bug.id},
              {"verified", one.record.holds},    {"outcome", VerificationWord(bug, one)},
              {"reason", one.record.reason},     {"fixed_version", one.record.fixed_version},
              {"buggy", ToJson(bug, one.buggy)}, {"fixed", nullptr}};
  if (one.buggy.outcome == Outcome::kReproduced) out["fixed"] = ToJson(bug, one.fixed);
  return out;
}

void AddRow(Table& table, const Bug& bug, const Verification& one) {
  const bool holds = one.record.holds;
  table.AddRow(
      {bug.library, bug.id, std::string(VerificationWord(bug, one)), bug.notes->fixed_version,
       holds ? one.record.buggy_message.substr(0, 60) : one.record.reason},
      {{2, holds              ? Tone::kGood
           : Unsatisfied(one) ? Tone::kWarning
                              : Tone::kBad}});
}

int RunVerify(const VerifyFlags& flags) {
  auto options = CheckRunFlags(flags.run);
  if (!options.ok()) return Fail(options.error());
  const auto database = assay::bugs::ReadDatabase(flags.database.db);
  if (!database.ok()) return Fail(database.error());
  const auto bugs = ChooseVerify(*database, flags);
  if (!bugs.ok()) return Fail(bugs.error());
  json out = json::array();
  Table table({"library", "bug", "outcome", "fixed in", "message or reason"});
  size_t verified = 0, failed = 0, elsewhere = 0;
  Progress progress;
  for (size_t i = 0; i < bugs->size(); ++i) {
    const Bug& bug = *(*bugs)[i];
    options->tell = [&](const std::string& what) {
      progress.Show(StrCat("bugs: ", i + 1, " of ", bugs->size(), ", ", bug.name(), ", ", what));
    };
    const auto one = assay::bugs::VerifyBug(bug, *options);
    progress.Clear();
    if (!one.ok()) return Fail(one.error());
    // A side that could not be tried says nothing.
    if (!Unsatisfied(*one)) {
      const std::string root = flags.write_back ? database->root : "";
      if (const Status kept = KeepVerified(bug, one->record, root); !kept.ok())
        return Fail(kept.error());
      failed += one->record.holds ? 0 : 1;
    }
    verified += one->record.holds ? 1 : 0;
    elsewhere += bug.NotFor().empty() ? 0 : 1;
    if (!flags.json && bugs->size() > 1)
      std::cerr << bug.name() << ": " << (one->record.holds ? "verified" : one->record.reason)
                << "\n";
    AddRow(table, bug, *one);
    out.push_back(VerificationJson(bug, *one));
  }
  if (flags.json) {
    PrintJson(flags.all ? out : out[0]);
  } else {
    table.Print(std::cout, StdoutIsTerminal());
    std::cout << verified << " of " << bugs->size() - elsewhere << " verified on both sides"
              << (elsewhere == 0 ? "" : StrCat("; ", elsewhere, " not for this machine")) << "\n";
  }
  return failed > 0 ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupVerify(App& app) {
  const auto flags = std::make_shared<VerifyFlags>();
  app.AddOption("id", flags->positional, "a bug that names its fixed version");
  AddBugFlags(app, flags->database);
  app.AddFlag("--all", flags->all, "all bugs that name a fixed version");
  app.AddFlag("--write-back", flags->write_back,
              "keep what was seen in the database itself (verified.json)");
  AddRunFlags(app, flags->run);
  app.AddFlag("--json", flags->json, "print JSON");
  app.SetFooter("Exit codes: 0 all that could be tried holds, 1 something does not, 2 bad usage.");
  return [flags] { return RunVerify(*flags); };
}

}  // namespace assay::cli::bugs
