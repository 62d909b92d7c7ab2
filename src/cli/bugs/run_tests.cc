// assay bugs run-tests: the tests of many bugs, with logs and a summary.
#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/interrupted.h"
#include "base/strings.h"
#include "bugs/run/run_suite.h"
#include "cli/app.h"
#include "cli/bugs/options.h"
#include "cli/bugs/outcome.h"
#include "cli/bugs/plan.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

namespace fs = std::filesystem;
using assay::bugs::Bug;
using assay::bugs::DoneTest;
using assay::bugs::Outcome;

constexpr int kInterrupted = 130;  // as shells say it of Ctrl-C
constexpr size_t kMostJobs = 256;

struct RunTestsFlags {
  DatabaseFlags database;
  RunFlags run;
  std::string log_directory, ids;
  size_t jobs = 1;
  bool resume = false, dry_run = false, json = false, debug = false;
};

// /tmp/dnnbugs.11-16-2026-06:12:44.AbCdEf, as the database's own tool names it.
Result<std::string> NewLogDirectory() {
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  localtime_r(&now, &day);
  char text[64];
  std::strftime(text, sizeof text, "/tmp/dnnbugs.%m-%d-%Y-%T.XXXXXX", &day);
  if (mkdtemp(text) == nullptr) return Invalid(StrCat("no folder for logs can be made: ", text));
  return std::string(text);
}

Result<std::string> LogDirectory(const RunTestsFlags& flags) {
  if (flags.log_directory.empty()) {
    if (flags.resume)
      return Invalid("--resume goes on in a --log-directory: name that of the earlier run");
    return NewLogDirectory();
  }
  std::error_code failed;
  const bool there = fs::exists(assay::bugs::Journal::FileIn(flags.log_directory), failed);
  if (flags.resume && !there)
    return Invalid(
        StrCat("--resume: ", flags.log_directory, " holds no journal of an earlier run"));
  if (!flags.resume && there)
    return Invalid(StrCat(flags.log_directory,
                          " holds the results of an earlier run; --resume goes ",
                          "on with it, another --log-directory begins anew"));
  fs::create_directories(flags.log_directory, failed);
  if (failed)
    return Invalid(StrCat("--log-directory ", flags.log_directory, ": ", failed.message()));
  return std::string(fs::absolute(flags.log_directory));
}

Result<std::vector<const Bug*>> ChooseRunTests(const assay::bugs::Database& database,
                                               const RunTestsFlags& flags) {
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  std::vector<const Bug*> out;
  if (!flags.ids.empty()) {
    if (flags.database.library.empty()) return Invalid("--bug-id names bugs of one --library");
    for (const std::string& id : Split(flags.ids, ',')) {
      ASSAY_ASSIGN(const Bug* bug, database.Find(flags.database.library, id));
      if (std::find(out.begin(), out.end(), bug) == out.end()) out.push_back(bug);
    }
    return out;
  }
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() &&
        (flags.database.library.empty() || bug.library == flags.database.library))
      out.push_back(&bug);
  return out;
}

// Total, pass, fail, prerequisites violated.
struct Count {
  size_t all = 0, pass = 0, fail = 0, unsatisfied = 0;
};

std::vector<std::pair<std::string, Count>> CountBy(const std::vector<const Bug*>& bugs,
                                                   const std::vector<DoneTest>& done) {
  std::vector<std::pair<std::string, Count>> out;
  for (const Bug* bug : bugs)
    if (out.empty() || out.back().first != bug->library) out.emplace_back(bug->library, Count{});
  for (auto& [library, count] : out)
    for (const DoneTest& one : done) {
      if (one.library != library) continue;
      ++count.all;
      ++(one.outcome == Outcome::kReproduced ? count.pass
         : one.outcome == Outcome::kFailed   ? count.fail
                                             : count.unsatisfied);
    }
  return out;
}

void PrintSummary(const std::vector<std::pair<std::string, Count>>& counts) {
  std::printf("\n---- %s ----\n", "Summary");
  std::printf("%-10s | %-5s | %-5s | %-5s | %-10s\n", "Library", "Total", "Pass", "Fail",
              "Vio-Pre");
  for (const auto& [library, count] : counts)
    std::printf("%-10s | %-5zu | %-5zu | %-5zu | %-5zu\n", library.c_str(), count.all, count.pass,
                count.fail, count.unsatisfied);
  std::fflush(stdout);
}

nlohmann::json SummaryJson(const std::vector<std::pair<std::string, Count>>& counts,
                           const assay::bugs::Suite& suite, const std::string& log_directory) {
  nlohmann::json out = {{"log_directory", log_directory},
                        {"interrupted", suite.interrupted},
                        {"libraries", nlohmann::json::object()},
                        {"tests", nlohmann::json::array()}};
  for (const auto& [library, count] : counts)
    out["libraries"][library] = {{"total", count.all},
                                 {"pass", count.pass},
                                 {"fail", count.fail},
                                 {"vio-pre", count.unsatisfied}};
  for (const DoneTest& done : suite.done) out["tests"].push_back(ToJson(done));
  return out;
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

int RunRunTests(const RunTestsFlags& flags) {
  if (flags.jobs < 1 || flags.jobs > kMostJobs)
    return Fail(Invalid(StrCat("--jobs: 1 to ", kMostJobs)));
  const auto run = CheckRunFlags(flags.run);
  if (!run.ok()) return Fail(run.error());
  const auto database = assay::bugs::ReadDatabase(flags.database.db);
  if (!database.ok()) return Fail(database.error());
  const auto bugs = ChooseRunTests(*database, flags);
  if (!bugs.ok()) return Fail(bugs.error());
  if (flags.dry_run) return PlanTests(*bugs, *run, flags.json);
  const auto log_directory = LogDirectory(flags);
  if (!log_directory.ok()) return Fail(log_directory.error());
  TellOddities(*database, flags.debug);
  WatchForInterrupt();
  // Lives as long as the process: threads that were left behind still tell.
  auto* const lines = new Lines(flags, bugs->size());
  assay::bugs::SuiteOptions options{
      .run = *run,
      .log_directory = *log_directory,
      .jobs = flags.jobs,
      .should_stop = Interrupted,
      .started = [=](const Bug& bug, const std::string& file) { lines->Started(bug, file); },
      .ended = [=](const Bug& bug, const DoneTest& done,
                   const std::string& log) { lines->Ended(bug, done, log); }};
  if (flags.jobs == 1) options.run.tell = [=](const std::string& what) { lines->Tell(what); };
  const auto suite = assay::bugs::RunSuite(*bugs, options);
  if (!suite.ok()) return Fail(suite.error());
  const auto counts = CountBy(*bugs, suite->done);
  if (flags.json)
    PrintJson(SummaryJson(counts, *suite, *log_directory));
  else
    PrintSummary(counts);
  if (suite->interrupted) {
    std::cerr << "assay: stopped; what is done is kept: --resume --log-directory " << *log_directory
              << " goes on\n";
    std::cout.flush();
    std::_Exit(kInterrupted);
  }
  for (const DoneTest& done : suite->done)
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
  app.AddFlag("--resume", flags->resume, "go on with the run in --log-directory");
  app.AddFlag("--dry-run", flags->dry_run,
              "say what would be run and which prerequisites are missing; install nothing");
  AddRunFlags(app, flags->run);
  app.AddFlag("-d,--debug", flags->debug, "print the logs of failed tests, and what is odd");
  app.AddFlag("--json", flags->json, "print JSON at the end");
  app.SetFooter(
      "Exit codes: 0 no test failed, 1 some did, 2 bad usage. Prerequisites that are not satisfied "
      "here are no failure.");
  return [flags] { return RunRunTests(*flags); };
}

}  // namespace assay::cli::bugs
