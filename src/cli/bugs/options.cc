#include "cli/bugs/options.h"

#include <algorithm>
#include <iostream>

#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/maker.h"
#include "cli/app.h"
#include "cli/duration.h"

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
  app.AddFlag("--exact-python", options.exact_python,
              "never another Python than the one that a bug asks for");
  app.AddFlag("--allow-source", options.allow_source,
              "build packages that have no wheel: runs their setup.py outside of the sandbox");
  app.AddFlag("--unsafe", options.unsafe, "run tests without a sandbox where none works");
}

Result<assay::bugs::RunOptions> CheckRunFlags(const RunFlags& flags) {
  assay::bugs::RunOptions out = flags.options;
  ASSAY_ASSIGN(out.limit_seconds, ParseDuration(flags.timeout, "--timeout"));
  constexpr double kLongest = 7 * 86400;
  if (out.limit_seconds <= 0 || out.limit_seconds > kLongest)
    return Invalid("--timeout: more than nothing, and at most 7d");
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

}  // namespace assay::cli::bugs
