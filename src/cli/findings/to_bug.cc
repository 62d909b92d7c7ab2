// assay findings to-bug: a finding as a folder of a database of reproducible bugs.
//
// The test is run in the target's environment before the folder is put in place: a bug that does
// not reproduce is none.
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "cli/terminal.h"
#include "dossier/facts.h"
#include "dossier/installed.h"
#include "report/bug/bug_folder.h"
#include "report/environment.h"
#include "report/gate/project.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "triage/versions.h"

namespace assay::cli::findings {
namespace {

namespace fs = std::filesystem;

constexpr double kTestSeconds = 600;

struct ToBugFlags : FindingFlags {
  std::string out;
  bool force = false;
};

// Databases name libraries as their projects do: torch is pytorch.
std::string LibraryOf(const std::string& framework) {
  const std::string folder = lab::HomeFolder() + "/projects";
  for (const std::string& name : report::gate::ProjectNames(folder)) {
    const auto project = report::gate::LoadProject(folder, name);
    if (project.ok() && !project->frameworks.empty() && project->frameworks.front() == framework)
      return name;
  }
  return framework;
}

// Every package of the environment, what it borrows for ONNX, and what runs the test. A local label
// such as +cpu names a build that the package index does not have.
Result<std::vector<std::string>> Requirements(const nlohmann::json& environment,
                                              const report::Python& python) {
  nlohmann::json packages = environment.value("packages", nlohmann::json::object());
  if (!packages.contains("onnx")) {
    const auto lender = report::PythonWithOnnx(python);
    const nlohmann::json lent =
        lender.ok() ? report::InstalledPackages(lender->site) : nlohmann::json::object();
    for (const char* name : {"onnx", "ml_dtypes", "typing_extensions"})
      if (lent.contains(name)) packages[name] = lent[name];
  }
  std::vector<std::string> out;
  for (const auto& [name, version] : packages.items())
    out.push_back(StrCat(name, "==", triage::ReleasedPart(version.get<std::string>())));
  if (!packages.contains("pytest")) out.emplace_back("pytest");
  return out;
}

Result<report::BugSource> Collect(const store::Store& store, const store::FindingRow& row,
                                  const lab::Target& target) {
  report::BugSource out;
  out.row = row;
  ASSAY_ASSIGN(out.facts, dossier::FactsOf(store, row.id));
  ASSAY_ASSIGN(out.history, store.History(row.id));
  out.library = LibraryOf(target.framework);
  const nlohmann::json environment = report::EnvironmentJson(target);
  ASSAY_ASSIGN(const report::Python python, report::PythonOf(target));
  ASSAY_ASSIGN(out.requirements, Requirements(environment, python));
  const std::string version = environment.value("python", "3.11");
  out.python = version.substr(0, version.rfind('.'));
  const auto evidence = out.facts.find("evidence");
  if (evidence != out.facts.end() && evidence->second.contains("layer"))
    out.op = evidence->second["layer"].value("op", "");
  return out;
}

Status WriteFiles(const report::BugFolder& bug, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder.string(), ": cannot be made: ", error.message()));
  for (const auto& [name, content] : bug.files)
    ASSAY_RETURN_IF_ERROR(WriteFile((folder / name).string(), content));
  fs::permissions(folder / "reproduce_bug.sh", fs::perms::owner_exec | fs::perms::group_exec,
                  fs::perm_options::add, error);
  return {};
}

// Runs the test as the database does, but in the environment that is there already.
Status RunTest(const report::BugFolder& bug, const lab::Target& target) {
  const report::Scratch scratch;
  ASSAY_RETURN_IF_ERROR(WriteFiles(bug, scratch.path()));
  ASSAY_ASSIGN(const report::Python python, report::PythonOf(target));
  const auto lender = report::PythonWithOnnx(python);
  const lab::Command command = report::PythonCommand(
      python, lender.ok() ? &*lender : nullptr, {"-m", "unittest", StrCat("test_issue_", bug.id)},
      scratch.path(), target);
  ASSAY_ASSIGN(const report::Ended ended, report::RunCommand(command, {}, kTestSeconds));
  if (!ended.exit.signalled && ended.exit.number == 0 && !ended.timed_out) return {};
  return Invalid(StrCat("the test of the bug folder does not pass in the environment of ",
                        target.name, ", so the bug does not reproduce there:\n", ended.output));
}

Status Install(const report::BugFolder& bug, const ToBugFlags& flags, const fs::path& folder) {
  const fs::path table = fs::path(flags.out) / StrCat("bug_dataset_", bug.library, ".csv");
  std::string before;
  if (fs::exists(table)) {
    ASSAY_ASSIGN(before, ReadFile(table.string()));
  }
  const auto after = report::WithBugRow(before, bug.row);
  if (!after.ok()) return Invalid(StrCat(table.string(), ": ", after.error().message));
  std::error_code error;
  if (flags.force) fs::remove_all(folder, error);
  ASSAY_RETURN_IF_ERROR(WriteFiles(bug, folder));
  return WriteFile(table.string(), *after);
}

int Finish(const report::BugFolder& bug, const ToBugFlags& flags, const fs::path& folder,
           const store::FindingRow& row, const lab::Target& target) {
  const Status written = Install(bug, flags, folder);
  if (!written.ok()) return Fail(written.error());
  if (flags.json)
    PrintJson({{"id", row.id},
               {"bug", bug.id},
               {"library", bug.library},
               {"folder", folder.string()},
               {"checked", true}});
  else
    std::cout << "wrote " << folder.string() << " and its row in bug_dataset_" << bug.library
              << ".csv; its test passes on " << target.name << " " << target.version
              << ", that is, the bug shows\n";
  return kDone;
}

int RunToBug(const ToBugFlags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  const Status plain = NeedsPlainRun(*row, "a test of a bug folder");
  if (!plain.ok()) return Fail(plain.error());
  const auto target = dossier::TargetOf(*row, flags.backend_dirs);
  if (!target.ok()) return Fail(target.error());
  const auto program = casebook::LoadSmallest(*store, row->id);
  if (!program.ok()) return Fail(program.error());
  if (program->has_value()) {
    const auto repro = ReproduceProgram(*store, *row, **program, false);
    if (!repro.ok()) return Fail(repro.error());
  }
  auto source = Collect(*store, *row, *target);
  if (!source.ok()) return Fail(source.error());
  if (program->has_value()) source->op = (*program)->api;
  const auto bug = report::MakeBugFolder(*source);
  if (!bug.ok()) return Fail(bug.error());
  const fs::path folder = fs::path(flags.out) / bug->library / StrCat("issue_", bug->id);
  if (fs::exists(folder) && !flags.force)
    return Fail(Invalid(folder.string() + " is there already; --force replaces it"));
  // A program is run in the sandbox only, and was just now.
  if (program->has_value()) return Finish(*bug, flags, folder, *row, *target);
  Progress progress;
  progress.Show(StrCat("running the test in the environment of ", target->name));
  const Status ran = RunTest(*bug, *target);
  progress.Clear();
  if (!ran.ok()) return Fail(ran.error());
  return Finish(*bug, flags, folder, *row, *target);
}

}  // namespace

std::function<int()> SetupToBug(App& app) {
  const auto flags = std::make_shared<ToBugFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--out", flags->out, "folder of the bug database").Required();
  app.AddFlag("--force", flags->force, "replace a folder that is there");
  return [flags] { return RunToBug(*flags); };
}

}  // namespace assay::cli::findings
