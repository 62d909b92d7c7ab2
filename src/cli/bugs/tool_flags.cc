#include "cli/bugs/tool_flags.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/duration.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
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
