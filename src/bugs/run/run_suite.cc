#include "bugs/run/run_suite.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/strings.h"
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
    lock.lock();
    if (work->stop) break;
    if (!run.ok()) {
      work->error = run.error();
    } else if (const Status kept = Finish(*work, bug, *run); !kept.ok()) {
      work->error = kept.error();
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

}  // namespace assay::bugs
