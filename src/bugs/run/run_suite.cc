#include "bugs/run/run_suite.h"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/environment/environment.h"
#include "bugs/run/outcome_json.h"
#include "bugs/run/verified.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr auto kLookForStop = std::chrono::milliseconds(100);

// Shared with threads that may outlive the call when it is interrupted.
struct Work {
  std::vector<Bug> open;  // not done yet
  SuiteOptions options;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Journal> journal;
  size_t next = 0, running = 0;
  std::optional<Error> error;
  bool stop = false;
};

DoneTest DoneOf(const Bug& bug, const TestRun& run, const std::string& log_file) {
  return {.library = bug.library,
          .id = bug.id,
          .folder_hash = FolderHash(bug),
          .outcome = run.outcome,
          .reason = run.reason,
          .note = run.note,
          .message = run.message,
          .environment = run.environment,
          .python = run.python,
          .log_file = log_file,
          .seconds = run.seconds};
}

std::string LogFile(const Work& work, const Bug& bug) {
  return StrCat(work.options.log_directory, "/", bug.library, "/issue_", bug.id, ".log");
}

// Writes the log and the journal; the lock is held.
Status Finish(Work& work, const Bug& bug, const TestRun& run) {
  const DoneTest done = DoneOf(bug, run, LogFile(work, bug));
  std::error_code failed;
  fs::create_directories(fs::path(done.log_file).parent_path(), failed);
  std::string text = run.log;
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (!run.reason.empty()) text += StrCat("Reason: ", run.reason, "\n");
  text += StrCat("End bug id issue_", bug.id, ": ", OutcomeSentence(run.outcome), "\n");
  ASSAY_RETURN_IF_ERROR(WriteFile(done.log_file, text));
  ASSAY_RETURN_IF_ERROR(work.journal->Add(done));
  if (work.options.ended) work.options.ended(bug, done, run.log);
  return {};
}

void RunOpen(const std::shared_ptr<Work>& work) {
  std::unique_lock lock(work->mutex);
  while (!work->stop && !work->error && work->next < work->open.size()) {
    const Bug& bug = work->open[work->next++];
    if (work->options.started) work->options.started(bug, LogFile(*work, bug));
    lock.unlock();
    const Result<TestRun> run = RunTest(bug, work->options.run);
    const Status tidied = work->options.keep == 0 ? Status() : KeepEnvironments(work->options.keep);
    lock.lock();
    if (work->stop) break;
    if (!run.ok()) {
      work->error = run.error();
    } else if (const Status kept = Finish(*work, bug, *run); !kept.ok()) {
      work->error = kept.error();
    } else if (!tidied.ok()) {
      work->error = tidied.error();
    }
    work->changed.notify_all();
  }
  --work->running;
  work->changed.notify_all();
}

Suite Collect(const std::vector<const Bug*>& bugs, const Work& work) {
  Suite out;
  for (const Bug* bug : bugs)
    if (const DoneTest* done = work.journal->Find(*bug)) out.done.push_back(*done);
  out.interrupted = work.stop;
  return out;
}

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

}  // namespace

std::string_view OutcomeSentence(Outcome outcome) {
  constexpr std::string_view kSentences[] = {
      "Bug reproduction successful", "Bug reproduction failed", "Bug reproduction unsat prereqs"};
  return kSentences[static_cast<int>(outcome)];
}

Result<Suite> RunSuite(const std::vector<const Bug*>& bugs, const SuiteOptions& options) {
  const auto work = std::make_shared<Work>();
  ASSAY_ASSIGN(Journal journal, Journal::Open(options.log_directory));
  work->journal.emplace(std::move(journal));
  work->options = options;
  for (const Bug* bug : bugs)
    if (work->journal->Find(*bug) == nullptr) work->open.push_back(*bug);
  work->running = std::min(std::max<size_t>(options.jobs, 1), work->open.size());
  std::vector<std::thread> threads;
  for (size_t i = work->running; i > 0; --i) threads.emplace_back(RunOpen, work);
  {
    std::unique_lock lock(work->mutex);
    while (work->running > 0 && !work->stop) {
      work->changed.wait_for(lock, kLookForStop);
      if (options.should_stop && options.should_stop()) work->stop = true;
    }
  }
  // Nobody waits for a test of ten minutes: those that run are left to the end of the process.
  for (std::thread& thread : threads)
    if (work->stop)
      thread.detach();
    else
      thread.join();
  const std::lock_guard lock(work->mutex);
  if (work->error) return *work->error;
  return Collect(bugs, *work);
}

Result<std::string> LogDirectory(const std::string& wanted, bool resume) {
  if (wanted.empty()) {
    if (resume)
      return Invalid("--resume continues in a --log-directory: name that of the earlier run");
    return NewLogDirectory();
  }
  std::error_code failed;
  const bool there = fs::exists(Journal::FileIn(wanted), failed);
  if (resume && !there)
    return Invalid(StrCat("--resume: ", wanted, " holds no journal of an earlier run"));
  if (!resume && there)
    return Invalid(StrCat(wanted, " holds the results of an earlier run; --resume goes ",
                          "on with it, another --log-directory begins anew"));
  fs::create_directories(wanted, failed);
  if (failed) return Invalid(StrCat("--log-directory ", wanted, ": ", failed.message()));
  return std::string(fs::absolute(wanted));
}

Result<std::vector<const Bug*>> ChooseToRun(const Database& database, const std::string& library,
                                            const std::string& ids) {
  std::vector<const Bug*> out;
  if (!ids.empty()) {
    if (library.empty()) return Invalid("--bug-id names bugs of one --library");
    for (const std::string& id : Split(ids, ',')) {
      ASSAY_ASSIGN(const Bug* bug, database.Find(library, id));
      if (std::ranges::find(out, bug) == out.end()) out.push_back(bug);
    }
    return out;
  }
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() && (library.empty() || bug.library == library)) out.push_back(&bug);
  return out;
}

SuiteCounts CountBy(const std::vector<const Bug*>& bugs, const std::vector<DoneTest>& done) {
  SuiteCounts out;
  for (const Bug* bug : bugs)
    if (out.empty() || out.back().first != bug->library)
      out.emplace_back(bug->library, SuiteCount{});
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

nlohmann::json SummaryJson(const SuiteCounts& counts, const Suite& suite,
                           const std::string& log_directory) {
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

}  // namespace assay::bugs
