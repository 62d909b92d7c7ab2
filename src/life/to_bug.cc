#include "life/to_bug.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "casebook/records.h"
#include "dossier/facts.h"
#include "lab/home.h"
#include "life/probe_of.h"
#include "life/repro.h"
#include "report/bug/bug_folder.h"
#include "report/environment.h"
#include "report/gate/project.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "triage/versions.h"

namespace assay::life {
namespace {

namespace fs = std::filesystem;

constexpr double kTestSeconds = 600;

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

Status Install(const report::BugFolder& bug, const ToBugOptions& options, const fs::path& folder) {
  const fs::path table = fs::path(options.database) / StrCat("bug_dataset_", bug.library, ".csv");
  std::string before;
  if (fs::exists(table)) {
    ASSAY_ASSIGN(before, ReadFile(table.string()));
  }
  const auto after = report::WithBugRow(before, bug.row);
  if (!after.ok()) return Invalid(StrCat(table.string(), ": ", after.error().message));
  std::error_code error;
  if (options.replace) fs::remove_all(folder, error);
  ASSAY_RETURN_IF_ERROR(WriteFiles(bug, folder));
  return WriteFile(table.string(), *after);
}

}  // namespace

Result<WrittenBug> WriteAsBug(store::Store& store, const store::FindingRow& row,
                              const ToBugOptions& options) {
  ASSAY_RETURN_IF_ERROR(NeedsPlainRun(row, "a test of a bug folder"));
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, options.backend_dirs));
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) ASSAY_RETURN_IF_ERROR(RunRepro(store, row, options.backend_dirs, false));
  ASSAY_ASSIGN(report::BugSource source, Collect(store, row, target));
  if (program.has_value()) source.op = program->api;
  ASSAY_ASSIGN(const report::BugFolder bug, report::MakeBugFolder(source));
  const fs::path folder = fs::path(options.database) / bug.library / StrCat("issue_", bug.id);
  if (fs::exists(folder) && !options.replace)
    return Invalid(folder.string() + " is there already; --force replaces it");
  // A program is run in the sandbox only, and was just now.
  if (!program.has_value()) ASSAY_RETURN_IF_ERROR(RunTest(bug, target));
  ASSAY_RETURN_IF_ERROR(Install(bug, options, folder));
  return WrittenBug{bug.id, bug.library, folder.string(), StrCat(target.name, " ", target.version)};
}

}  // namespace assay::life
