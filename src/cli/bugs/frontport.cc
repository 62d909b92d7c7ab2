// assay bugs frontport: fixed bugs that patches bring back into the installed version.
#include "bugs/tools/frontport.h"

#include "bugs/database/database.h"
#include "cli/command.h"
#include "cli/table.h"
#include "lab/registry.h"

namespace assay::cli::bugs {
namespace {

using nlohmann::json;

struct FrontportFlags {
  std::string library, id;
  bool verify = false, environment = false, unsafe = false, json = false;
};

// "yes", "no", or what came in between.
std::string There(const Result<assay::bugs::FrontportRun>& run) {
  if (!run.ok()) return "cannot be run: " + run.error().message;
  return run->exit_code == 0 ? "yes" : run->exit_code == 1 ? "no" : "neither: " + run->printed;
}

Result<int> RunFrontportCommand(const FrontportFlags& flags) {
  ASSAY_ASSIGN(const auto database,
               assay::bugs::ReadDatabase(lab::HomeFolder() + "/bugs/frontport"));
  std::vector<const assay::bugs::Bug*> chosen;
  for (const auto& bug : database.bugs)
    if (IsFrontported(bug) && (flags.library.empty() || bug.library == flags.library) &&
        (flags.id.empty() || bug.id == flags.id))
      chosen.push_back(&bug);
  if (chosen.empty())
    return Invalid(
        StrCat("there is no such front-ported bug; libraries: ", Join(database.libraries, ", ")));
  if (flags.environment) {
    ASSAY_ASSIGN(const auto folder, assay::bugs::FrontportEnvironment(*chosen.front(), true));
    std::cout << folder << "\n";
    return kDone;
  }
  json out = json::array();
  Table table(flags.verify ? std::vector<std::string>{"library", "bug", "with patch", "without",
                                                      "what it prints with and without"}
                           : std::vector<std::string>{"library", "bug", "API", "title"});
  bool good = true;
  Progress progress;
  for (const auto* bug : chosen) {
    const std::string api = bug->row.has_value() ? bug->row->buggy_api : "";
    const std::string title = bug->row.has_value() ? bug->row->title : "";
    json one = {{"library", bug->library}, {"id", bug->id}, {"api", api}, {"title", title}};
    if (flags.verify) {
      progress.Show(StrCat("bugs: ", bug->library, " ", bug->id));
      const auto with = RunFrontport(*bug, true, flags.unsafe);
      const auto without = RunFrontport(*bug, false, flags.unsafe);
      const bool holds = There(with) == "yes" && There(without) == "no";
      good = good && holds;
      one["with_patch"] = There(with);
      one["without_patch"] = There(without);
      one["verified"] = holds;
      table.AddRow({bug->library, bug->id, There(with), There(without),
                    StrCat(with.ok() ? with->printed.substr(0, 60) : "", " | ",
                           without.ok() ? without->printed.substr(0, 60) : "")},
                   {{2, holds ? Tone::kGood : Tone::kBad}});
    } else {
      table.AddRow({bug->library, bug->id, api, title});
    }
    out.push_back(std::move(one));
  }
  progress.Clear();
  if (flags.json)
    PrintJson(out);
  else
    table.Print(std::cout, StdoutIsTerminal());
  return good ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupFrontport(App& app) {
  const auto flags = std::make_shared<FrontportFlags>();
  app.AddOption("-l,--library-name,--library", flags->library, "only of this library");
  app.AddOption("-i,--bug-id", flags->id, "only this one");
  app.AddFlag("--verify", flags->verify,
              "run each with and without its patch (exit 1: one does not behave as stated)");
  app.AddFlag("--environment", flags->environment,
              "make the environment with all patches of the library and print its folder");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  app.AddFlag("--json", flags->json, "print JSON");
  app.SetFooter(
      "Without --verify and --environment: lists the bugs.\n"
      "Exit codes: 0 done, 1 a bug does not hold with --verify, 2 bad usage.");
  return [flags] { return ExitCode(RunFrontportCommand(*flags)); };
}

}  // namespace assay::cli::bugs
