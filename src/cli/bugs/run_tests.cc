// assay bugs run-tests: the tests of many bugs, with logs and a summary.
#include <cstdio>
#include <set>
#include <vector>

#include "base/interrupted.h"
#include "bugs/run/run_suite.h"
#include "bugs/run/run_test.h"
#include "bugs/run/side.h"
#include "cli/bugs/options.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
using assay::bugs::DoneTest;
using assay::bugs::Outcome;

using nlohmann::json;

std::set<std::string> MadeAlready() {
  std::set<std::string> out;
  for (const auto& environment : assay::bugs::ListEnvironments()) out.insert(environment.key);
  return out;
}

// Prints a line per bug and the counts; returns the exit code.
int PlanTests(const std::vector<const Bug*>& bugs, const assay::bugs::RunOptions& options,
              bool print_json) {
  const std::set<std::string> made = MadeAlready();
  std::set<std::string> missing;
  json out = json::array();
  Table table({"library", "bug", "environment", "state"});
  size_t can = 0;
  Progress progress;
  for (const Bug* bug : bugs) {
    progress.Show(StrCat("bugs: looking at ", bug->name()));
    const auto recipes = assay::bugs::RecipesFor(*bug, options);
    json entry = {{"library", bug->library}, {"id", bug->id}};
    if (recipes.ok()) {
      const std::string key = recipes->front().Key();
      const std::string& note = recipes->front().note;
      const std::string state = made.contains(key) ? "made" : "to be made";
      entry.update({{"environment", key}, {"state", state}, {"note", note}, {"reason", ""}});
      table.AddRow({bug->library, bug->id, key, note.empty() ? state : state + "; " + note});
      if (!made.contains(key)) missing.insert(key);
      ++can;
    } else {
      if (recipes.error().kind != ErrorKind::kUnsupported) return Fail(recipes.error());
      entry.update(
          {{"environment", ""}, {"state", "unsat prereqs"}, {"reason", recipes.error().message}});
      table.AddRow({bug->library, bug->id, "", "unsat prereqs: " + recipes.error().message},
                   {{3, Tone::kWarning}});
    }
    out.push_back(std::move(entry));
  }
  progress.Clear();
  if (print_json) return PrintJson(out);
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << can << " of " << bugs.size() << " could be run here; " << missing.size()
            << " environments would be made first\n";
  return kDone;
}

constexpr int kInterrupted = 130;  // as shells say it of Ctrl-C
constexpr size_t kMostJobs = 256;

struct RunTestsFlags {
  DatabaseFlags database;
  RunFlags run;
  std::string log_directory, ids;
  size_t jobs = 1, keep = 0;
  bool resume = false, dry_run = false, json = false, debug = false;
};

void PrintSummary(const assay::bugs::SuiteCounts& counts) {
  std::printf("\n---- %s ----\n", "Summary");
  std::printf("%-10s | %-5s | %-5s | %-5s | %-10s\n", "Library", "Total", "Pass", "Fail",
              "Vio-Pre");
  for (const auto& [library, count] : counts)
    std::printf("%-10s | %-5zu | %-5zu | %-5zu | %-5zu\n", library.c_str(), count.all, count.pass,
                count.fail, count.unsatisfied);
  std::fflush(stdout);
}

// The lines that the database's own tool prints.
class Lines {
 public:
  Lines(const RunTestsFlags& flags, size_t all) : flags_(flags), all_(all) {}

  void Started(const Bug& bug, const std::string& log_file) {
    progress_.Clear();
    if (flags_.json) return progress_.Show(StrCat("bugs: ", done_, " of ", all_, ", ", bug.name()));
    if (bug.library != library_)
      std::cout << "---------- Starting " << (library_ = bug.library) << " ----------\n";
    std::cout << "Start bug id issue_" << bug.id << ". Log: " << log_file << std::endl;
  }

  void Ended(const Bug& bug, const DoneTest& done, const std::string& log) {
    progress_.Clear();
    ++done_;
    if (flags_.json) return;
    if (done.outcome == Outcome::kFailed && flags_.debug)
      std::cout << "Printing log for issue_" << bug.id << ":\n" << log << "\n";
    std::cout << EndLine(bug, done.outcome) << "\n";
    if (!done.reason.empty()) std::cout << "  " << done.reason << "\n";
    std::cout.flush();
  }

  void Tell(const std::string& what) {
    progress_.Show(StrCat("bugs: ", done_, " of ", all_, ", ", what));
  }

 private:
  const RunTestsFlags& flags_;
  size_t all_, done_ = 0;
  std::string library_;
  Progress progress_;
};

Result<int> RunRunTests(const RunTestsFlags& flags) {
  if (flags.jobs < 1 || flags.jobs > kMostJobs) return Invalid(StrCat("--jobs: 1 to ", kMostJobs));
  ASSAY_ASSIGN(const auto run, CheckRunFlags(flags.run));
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  ASSAY_ASSIGN(const auto bugs,
               assay::bugs::ChooseToRun(database, flags.database.library, flags.ids));
  if (flags.dry_run) return PlanTests(bugs, run, flags.json);
  ASSAY_ASSIGN(const auto log_directory,
               assay::bugs::LogDirectory(flags.log_directory, flags.resume));
  TellOddities(database, flags.debug);
  WatchForInterrupt();
  // Lives as long as the process: threads that were left behind still tell.
  auto* const lines = new Lines(flags, bugs.size());
  assay::bugs::SuiteOptions options{
      .run = run,
      .log_directory = log_directory,
      .jobs = flags.jobs,
      .keep = flags.keep,
      .should_stop = Interrupted,
      .started = [=](const Bug& bug, const std::string& file) { lines->Started(bug, file); },
      .ended = [=](const Bug& bug, const DoneTest& done,
                   const std::string& log) { lines->Ended(bug, done, log); }};
  if (flags.jobs == 1) options.run.tell = [=](const std::string& what) { lines->Tell(what); };
  ASSAY_ASSIGN(const auto suite, assay::bugs::RunSuite(bugs, options));
  const auto counts = assay::bugs::CountBy(bugs, suite.done);
  if (flags.json)
    PrintJson(assay::bugs::SummaryJson(counts, suite, log_directory));
  else
    PrintSummary(counts);
  if (suite.interrupted) {
    std::cerr << "assay: stopped; what is done is kept: --resume --log-directory " << log_directory
              << " continues\n";
    std::cout.flush();
    std::_Exit(kInterrupted);
  }
  for (const DoneTest& done : suite.done)
    if (done.outcome == Outcome::kFailed) return kFindings;
  return kDone;
}

}  // namespace

std::function<int()> SetupRunTests(App& app) {
  const auto flags = std::make_shared<RunTestsFlags>();
  AddDatabaseFlag(app, flags->database);
  app.AddOption("-l,--log-directory", flags->log_directory,
                "where logs and the journal go (default: a new folder in /tmp)");
  app.AddOption("--library,--library-name", flags->database.library, "only of this library");
  app.AddOption("-i,--bug-id", flags->ids, "only these, separated by commas; needs --library");
  app.AddOption("--jobs", flags->jobs, "tests at the same time (default 1)");
  app.AddOption("--keep", flags->keep, "environments at most, those used last (default: all)");
  app.AddFlag("--resume", flags->resume, "continue the run in --log-directory");
  app.AddFlag("--dry-run", flags->dry_run,
              "list what would be run and which prerequisites are missing; install nothing");
  AddRunFlags(app, flags->run);
  app.AddFlag("-d,--debug", flags->debug, "print the logs of failed tests, and inconsistencies");
  app.AddFlag("--json", flags->json, "print JSON at the end");
  app.SetFooter(
      "Exit codes: 0 no test failed, 1 some did, 2 bad usage. Prerequisites that are not satisfied "
      "here are no failure.");
  return [flags] { return ExitCode(RunRunTests(*flags)); };
}

}  // namespace assay::cli::bugs
