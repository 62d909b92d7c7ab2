#include "cli/bugs/tool_flags.h"

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <iostream>

#include "base/folders.h"
#include "base/strings.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/scoreboard.h"
#include "cli/app.h"
#include "cli/duration.h"

namespace assay::cli::bugs {
namespace {

// As a scoreboard notes it.
std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

}  // namespace

void AddToolFlags(App& app, ToolFlags& flags) {
  app.AddOption("--db", flags.db, "a checkout of BugsInDLLs (default: the project's own bugs)");
  app.AddOption("--time", flags.time, "for each bug: 90s, 10m").ShowDefault();
  app.AddOption("--board", flags.board, "file that scores are kept in").ShowDefault();
  app.AddOption("--folder", flags.folder,
                "where tools work and leave what they found (default: in your cache)");
  app.AddOption("--tools", flags.tools, "folder of manifests (default: the project's own)");
  app.AddOption("--environment", flags.environment,
                "a Python environment of yours to run in, in place of the bug's own; nothing is "
                "reproduced before");
  app.AddFlag("--offline", flags.offline, "download nothing");
  app.AddFlag("--no-probe", flags.no_probe, "do not reproduce a bug before, trust the setup");
  app.AddFlag("--unsafe", flags.unsafe, "run without a sandbox");
  app.AddFlag("--json", flags.json, "print JSON");
}

Result<assay::bugs::SessionOptions> SessionOptionsOf(
    const ToolFlags& flags, const std::string& tool,
    const std::vector<const assay::bugs::Bug*>& bugs) {
  assay::bugs::SessionOptions out;
  ASSAY_ASSIGN(out.seconds, ParseDuration(flags.time));
  if (out.seconds <= 0) return Invalid("--time: more than nothing");
  const std::string root =
      flags.folder.empty() ? CacheFolder() + "/bugs/tools"
                           : std::filesystem::absolute(flags.folder).lexically_normal().string();
  const auto& first = *bugs.front();
  out.folder = StrCat(root, "/", std::filesystem::path(tool).stem().string(), "-", first.library,
                      "-", bugs.size() == 1 ? first.id : assay::bugs::VersionOf(first));
  out.check_setup = !flags.no_probe;
  if (!flags.environment.empty()) {
    out.environment = std::filesystem::absolute(flags.environment).lexically_normal();
    if (!std::filesystem::exists(out.environment + "/bin/python"))
      return Invalid(StrCat("--environment ", flags.environment, ": it has no bin/python"));
  }
  out.run.offline = flags.offline;
  out.run.unsafe = flags.unsafe;
  // Whoever reads JSON wants nothing else on standard output; a person may still look on.
  std::ostream& to = flags.json ? std::cerr : std::cout;
  if (!flags.json || isatty(STDERR_FILENO) != 0)
    out.say = [&to](const std::string& line) { to << line << std::endl; };
  return out;
}

void KeepScores(const ToolFlags& flags, const std::string& tool,
                assay::bugs::SessionOptions& options, Status& failed) {
  options.keep = [&failed, tool, board = flags.board,
                  seconds = options.seconds](const assay::bugs::BugScore& score) {
    const Status kept = assay::bugs::KeepOnBoard(board, {tool, score, seconds, Today()});
    if (kept.ok() || !failed.ok()) return;
    failed = kept;
    std::cerr << "assay: " << kept.error().message << "\n";  // now, not after hours
  };
}

}  // namespace assay::cli::bugs
