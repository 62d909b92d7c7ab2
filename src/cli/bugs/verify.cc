// assay bugs verify: both sides of bugs.
#include "bugs/run/outcome_json.h"
#include "cli/bugs/options.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
using assay::bugs::Verification;
using nlohmann::json;

struct VerifyFlags {
  DatabaseFlags database;
  RunFlags run;
  std::string positional;
  bool all = false, write_back = false, json = false;
};

void AddRow(Table& table, const Bug& bug, const Verification& one) {
  const bool holds = one.record.holds;
  table.AddRow(
      {bug.library, bug.id, std::string(assay::bugs::WordOf(bug, one)), bug.notes->fixed_version,
       holds ? one.record.buggy_message.substr(0, 60) : one.record.reason},
      {{2, holds               ? Tone::kGood
           : one.unsatisfied() ? Tone::kWarning
                               : Tone::kBad}});
}

Result<int> RunVerify(const VerifyFlags& flags) {
  ASSAY_ASSIGN(auto options, CheckRunFlags(flags.run));
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  const std::string id = flags.database.id.empty() ? flags.positional : flags.database.id;
  if (flags.all == !id.empty()) return Invalid("name one bug (ID), or --all");
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  ASSAY_ASSIGN(const auto bugs, assay::bugs::ChooseToVerify(database, flags.database.library, id));
  json out = json::array();
  Table table({"library", "bug", "outcome", "fixed in", "message or reason"});
  size_t verified = 0, failed = 0, elsewhere = 0;
  Progress progress;
  for (size_t i = 0; i < bugs.size(); ++i) {
    const Bug& bug = *bugs[i];
    options.tell = [&](const std::string& what) {
      progress.Show(StrCat("bugs: ", i + 1, " of ", bugs.size(), ", ", bug.name(), ", ", what));
    };
    ASSAY_ASSIGN(const auto one, assay::bugs::VerifyBug(bug, options));
    progress.Clear();
    // A side that could not be tried says nothing.
    if (!one.unsatisfied()) {
      const std::string root = flags.write_back ? database.root : "";
      ASSAY_RETURN_IF_ERROR(KeepVerified(bug, one.record, root));
      failed += one.record.holds ? 0 : 1;
    }
    verified += one.record.holds ? 1 : 0;
    elsewhere += bug.NotFor().empty() ? 0 : 1;
    if (!flags.json && bugs.size() > 1)
      std::cerr << bug.name() << ": " << (one.record.holds ? "verified" : one.record.reason)
                << "\n";
    AddRow(table, bug, one);
    out.push_back(ToJson(bug, one));
  }
  if (flags.json) {
    PrintJson(flags.all ? out : out[0]);
  } else {
    table.Print(std::cout, StdoutIsTerminal());
    std::cout << verified << " of " << bugs.size() - elsewhere << " verified on both sides"
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
  return [flags] { return ExitCode(RunVerify(*flags)); };
}

}  // namespace assay::cli::bugs
