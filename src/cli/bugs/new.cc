// assay bugs new: a folder and a row to begin a contribution with, and the checks before it is
// accepted.
#include "bugs/contribute/check_bug.h"
#include "bugs/contribute/new_bug.h"
#include "cli/command.h"
#include "cli/table.h"
#include "lab/registry.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Checked;
using nlohmann::json;

struct NewFlags {
  assay::bugs::NewBug bug;
  std::string db;
  bool check = false, no_run = false, offline = false, unsafe = false, json = false;
};

Result<int> Write(const NewFlags& flags) {
  if (flags.bug.oracle.empty())
    return Invalid("--oracle says how the bug shows: exception, value or signal");
  if (flags.db.empty() && lab::IsPackage(lab::HomeFolder()))
    return Invalid("nothing is written into a package; --db DIR names a folder of your own");
  const std::string root = flags.db.empty() ? lab::HomeFolder() + "/bugs/own" : flags.db;
  ASSAY_ASSIGN(const auto written, assay::bugs::WriteNewBug(flags.bug, root));
  if (flags.json) return PrintJson(ASSAY_FIELDS(written, folder, files, table));
  std::cout << "wrote " << written.folder << ":\n";
  for (const std::string& file : written.files) std::cout << "  " << file << "\n";
  std::cout << "and a row in " << written.table << "\nNext: finish what is marked "
            << assay::bugs::kLeftover << ", then\n  assay bugs new --check -l " << flags.bug.library
            << " -i " << flags.bug.id << (flags.db.empty() ? "" : " --db " + flags.db) << "\n";
  return kDone;
}

json CheckJson(const std::vector<Checked>& checks) {
  json out = json::array();
  for (const Checked& check : checks)
    out.push_back({{"check", check.name},
                   {"result", check.good    ? "good"
                              : check.tried ? "bad"
                                            : "not tried"},
                   {"detail", check.detail}});
  return out;
}

Result<int> Check(const NewFlags& flags) {
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.db));
  ASSAY_ASSIGN(const auto bug, database.Find(flags.bug.library, flags.bug.id));
  std::vector<Checked> checks = assay::bugs::CheckFiles(*bug);
  const bool sound = assay::bugs::Accepted(checks);
  if (!flags.no_run && sound) {
    Progress progress;
    assay::bugs::RunOptions options;
    options.offline = flags.offline;
    options.unsafe = flags.unsafe;
    options.tell = [&](const std::string& what) { progress.Show("bugs: " + what); };
    for (Checked& check : assay::bugs::CheckRuns(*bug, options)) checks.push_back(check);
  } else {
    checks.push_back(
        {"test", false, false, flags.no_run ? "--no-run" : "not before the other checks are good"});
  }
  const bool accepted = assay::bugs::Accepted(checks);
  if (flags.json) {
    PrintJson({{"library", flags.bug.library},
               {"id", flags.bug.id},
               {"accepted", accepted},
               {"checks", CheckJson(checks)}});
    return accepted ? kDone : kFindings;
  }
  Table table({"check", "result", "what"});
  for (const Checked& check : checks)
    table.AddRow({check.name,
                  check.good    ? "good"
                  : check.tried ? "bad"
                                : "not tried",
                  check.detail},
                 {{1, check.good    ? Tone::kGood
                      : check.tried ? Tone::kBad
                                    : Tone::kDim}});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << (accepted ? "Nothing speaks against it.\n" : "Not yet: see above.\n");
  return accepted ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupNew(App& app) {
  const auto flags = std::make_shared<NewFlags>();
  auto& bug = flags->bug;
  app.AddOption("-l,--library-name,--library", bug.library, "jax, pytorch, onnxruntime, …")
      .Required();
  app.AddOption("-i,--bug-id", bug.id, "the number of the issue, or a short name").Required();
  app.AddOption("--oracle", bug.oracle,
                "how it shows: exception (unexpected error), value (asserted wrong result), "
                "signal (crash, through a separate file)");
  app.AddOption("--title", bug.title, "what is wrong, in one line");
  app.AddOption("--api", bug.api, "the API at fault, by its full name");
  app.AddOption("--type", bug.type, "one of the 18 manifestation types");
  app.AddOption("--version", bug.version, "of the library, with the bug");
  app.AddOption("--fixed-version", bug.fixed_version, "the first one without it");
  app.AddOption("--python", bug.python, "that the version needs").ShowDefault();
  app.AddOption("--device", bug.device, "CPU or GPU").OneOf({"CPU", "GPU"}).ShowDefault();
  app.AddOption("--issue-link", bug.issue_link, "address of the report");
  app.AddOption("--pr", bug.pr, "number of the pull request that fixed it");
  app.AddOption("--pr-link", bug.pr_link, "its address");
  app.AddOption("--db", flags->db, "the database (default: the project's own bugs)");
  app.AddFlag("--check", flags->check,
              "check a contribution, one line per check (exit 1: not yet)");
  app.AddFlag("--no-run", flags->no_run, "with --check: do not run its test");
  app.AddFlag("--offline", flags->offline, "with --check: download nothing");
  app.AddFlag("--unsafe", flags->unsafe, "with --check: run without a sandbox");
  app.AddFlag("--json", flags->json, "print JSON");
  std::vector<std::string> types;
  for (const std::string_view type : assay::bugs::ManifestationTypes()) types.emplace_back(type);
  app.SetFooter(StrCat(
      "Without --check: writes the folder and the row of the bug from a template; finish what is "
      "marked TODO, then --check.\nTypes: ",
      Join(types, ", "),
      ".\nExit codes: 0 done or fit to be taken, 1 --check found something, 2 bad usage."));
  return [flags] { return ExitCode(flags->check ? Check(*flags) : Write(*flags)); };
}

}  // namespace assay::cli::bugs
