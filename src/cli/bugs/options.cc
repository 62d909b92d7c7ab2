#include "cli/bugs/options.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "bugs/database/text.h"
#include "bugs/environment/maker.h"
#include "bugs/environment/recipe.h"
#include "cli/duration.h"
#include "lab/gpu.h"

namespace assay::cli::bugs {

using assay::bugs::Database;

void AddDatabaseFlag(App& app, DatabaseFlags& flags) {
  app.AddOption("--db", flags.db,
                "a checkout of BugsInDLLs, or a folder in its layout (default: the project's own "
                "bugs)");
}

void AddBugFlags(App& app, DatabaseFlags& flags) {
  AddDatabaseFlag(app, flags);
  app.AddOption("-l,--library-name,--library", flags.library,
                "jax, pytorch, tensorflow … as its folder is named");
  app.AddOption("-i,--bug-id", flags.id, "as in issue_<id>");
}

Status CheckLibrary(const Database& database, const std::string& library) {
  const auto& known = database.libraries;
  if (library.empty() || std::ranges::find(known, library) != known.end()) return {};
  const std::string near = Nearest(library, known);
  return Invalid(StrCat("there is no library '", library, "' in ", database.root,
                        near.empty() ? "" : StrCat("; did you mean ", near, "?"), " It has ",
                        Join(known, ", ")));
}

void AddRunFlags(App& app, RunFlags& flags) {
  auto& options = flags.options;
  app.AddOption("--timeout", flags.timeout, "wall time of one test (default 10m)");
  app.AddFlag("--offline", options.offline, "download nothing; what is built already still runs");
  app.AddOption("--with", options.with,
                "what makes environments: venv (default); uv, conda or docker where installed");
  app.AddFlag("--exact-python", options.exact_python, "only the Python that a bug requires");
  app.AddFlag("--allow-source", options.allow_source,
              "build packages that have no wheel: runs their setup.py outside of the sandbox");
  app.AddFlag("--gpu", options.gpu,
              "give tests the machine's GPU: bugs that need one run, in builds for CUDA");
  app.AddFlag("--unsafe", options.unsafe, "run tests without a sandbox where none works");
}

Result<assay::bugs::RunOptions> CheckRunFlags(const RunFlags& flags) {
  assay::bugs::RunOptions out = flags.options;
  ASSAY_ASSIGN(out.limit_seconds, ParseDuration(flags.timeout, "--timeout"));
  constexpr double kLongest = 7 * 86400;
  if (out.limit_seconds <= 0 || out.limit_seconds > kLongest)
    return Invalid("--timeout: more than nothing, and at most 7d");
  if (out.gpu && !lab::HasGpu())
    return Invalid(
        "--gpu: this machine has no NVIDIA GPU (no /dev/nvidia0); without it those bugs "
        "that need one are left out");
  if (out.with != assay::bugs::kDocker) ASSAY_RETURN_IF_ERROR(assay::bugs::FindMaker(out.with));
  return out;
}

namespace {

// Of a stranger's text: in one line of bounded length that no terminal obeys. What is said of a
// name stands behind it, so that of a long text the middle is left out.
std::string Shown(const std::string& text) {
  constexpr size_t kHead = 300, kTail = 100;
  const std::string out = assay::bugs::WithoutControls(text);
  if (out.size() <= kHead + kTail) return out;
  return StrCat(out.substr(0, kHead), "…", out.substr(out.size() - kTail));
}

}  // namespace

void TellOddities(const Database& database, bool all) {
  if (database.oddities.empty()) return;
  if (!all) {
    std::cerr << "assay: " << database.oddities.size() << " things in " << database.root
              << " are odd; --debug lists them\n";
    return;
  }
  for (const assay::bugs::Oddity& one : database.oddities)
    std::cerr << "assay: " << Shown(one.file)
              << (one.line > 0 ? StrCat(":", one.line) : std::string()) << ": " << Shown(one.what)
              << "\n";
}

using assay::bugs::Outcome;

std::string EndLine(const assay::bugs::Bug& bug, Outcome outcome) {
  return StrCat("End bug id issue_", bug.id, ": ", assay::bugs::OutcomeSentence(outcome));
}

int CodeOf(Outcome outcome) {
  constexpr int kCodes[] = {kDone, kFindings, kBadInput};
  return kCodes[static_cast<size_t>(outcome)];
}

void AddToolFlags(App& app, ToolFlags& flags) {
  app.AddOption("--db", flags.db, "a checkout of BugsInDLLs (default: the project's own bugs)");
  app.AddOption("--time", flags.time, "for each bug: 90s, 10m").ShowDefault();
  app.AddOption("--board", flags.board, "file that scores are kept in").ShowDefault();
  app.AddOption("--folder", flags.folder,
                "where tools work and leave what they found (default: in your cache)");
  app.AddOption("--tools", flags.tools, "folder of manifests (default: the project's own)");
  app.AddOption("--environment", flags.environment,
                "a Python environment of yours to run in, in place of the bug's own; nothing is "
                "reproduced first");
  app.AddOption("--with", flags.with, "what makes environments: venv (default); uv, conda");
  app.AddFlag("--offline", flags.offline, "download nothing");
  app.AddFlag("--no-probe", flags.no_probe, "do not reproduce a bug first, trust the setup");
  app.AddFlag("--unsafe", flags.unsafe, "run without a sandbox");
  app.AddFlag("--json", flags.json, "print JSON");
}

Result<assay::bugs::ToolRuns> ToolRunsOf(const ToolFlags& flags) {
  assay::bugs::ToolRuns out;
  out.database = flags.db;
  out.board = flags.board;
  out.folder = flags.folder;
  ASSAY_ASSIGN(out.each.seconds, ParseDuration(flags.time));
  if (out.each.seconds <= 0) return Invalid("--time: more than nothing");
  out.each.check_setup = !flags.no_probe;
  if (!flags.environment.empty()) {
    out.each.environment = std::filesystem::absolute(flags.environment).lexically_normal();
    if (!std::filesystem::exists(out.each.environment + "/bin/python"))
      return Invalid(StrCat("--environment ", flags.environment, ": it has no bin/python"));
  }
  ASSAY_RETURN_IF_ERROR(assay::bugs::FindMaker(flags.with));
  out.each.run.with = flags.with;
  out.each.run.offline = flags.offline;
  out.each.run.unsafe = flags.unsafe;
  // Whoever reads JSON wants nothing else on standard output; a person may still look on.
  std::ostream& to = flags.json ? std::cerr : std::cout;
  if (!flags.json || isatty(STDERR_FILENO) != 0)
    out.each.say = [&to](const std::string& line) { to << line << std::endl; };
  out.trouble = [](const Error& error) { (void)Fail(error); };  // now, not after hours
  return out;
}

}  // namespace assay::cli::bugs
