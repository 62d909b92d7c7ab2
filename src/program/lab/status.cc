#include "program/lab/status.h"

#include <signal.h>

#include <algorithm>
#include <cstring>

#include "base/strings.h"

namespace assay::program {
namespace {

// What the processor or the program's own code raises when something is broken. All other signals
// are sent from outside or on purpose (SIGALRM, SIGUSR1), or by the kernel at a limit (SIGKILL when
// the machine's memory is used up): no fault of anything that was called.
bool IsFault(int signal_number) {
  constexpr int kFaults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
  return std::ranges::find(kFaults, signal_number) != std::end(kFaults);
}

std::string LimitText(const ProgramRun& run, const SandboxLimits& limits) {
  if (run.limit == "memory") return StrCat("took more than ", limits.memory_mb, " MB of memory");
  if (run.limit == "files")
    return StrCat("used up its ", limits.scratch_mb, " MB for files, or the part of them that is ",
                  "shared memory");
  return StrCat("printed more than ", limits.flood_bytes >> 20, " MB");
}

void Explain(ProgramRun& run, std::string exception, std::string message) {
  run.exception = std::move(exception);
  run.message = std::move(message);
}

ProgramStatus JudgeLimit(ProgramRun& run, const ProgramRequest& request) {
  if (run.limit == "wall" || run.limit == "cpu") {
    Explain(run, "", StrCat("still running after ", FormatDouble(request.limits.wall_s), " s"));
    return ProgramStatus::kHangs;
  }
  Explain(run, "LimitExceeded", LimitText(run, request.limits));
  return ProgramStatus::kException;
}

constexpr size_t kMost = 400;

}  // namespace

ProgramStatus Judge(ProgramRun& run, const ProgramRequest& request) {
  run.target_called =
      std::ranges::find(run.apis_called, request.target_api) != run.apis_called.end();
  const double cpu_s = request.limits.cpu_s > 0 ? request.limits.cpu_s : 2 * request.limits.wall_s;
  if (run.signal == SIGXCPU || (run.signal == SIGKILL && run.cpu_seconds >= cpu_s))
    run.limit = "cpu";
  if (!run.limit.empty()) return JudgeLimit(run, request);
  if (run.signal != 0) {
    Explain(run, "", StrCat("ended by signal ", run.signal, " (", strsignal(run.signal), ")"));
    return IsFault(run.signal) ? ProgramStatus::kCrash : ProgramStatus::kException;
  }
  if (run.exit_code != 0) {
    if (run.exception.empty()) Explain(run, "", StrCat("ended with exit code ", run.exit_code));
    return ProgramStatus::kException;
  }
  // An exit code of 0 is how the program ended; an exception that it claims beside it was not its
  // end.
  run.exception.clear();
  run.message.clear();
  if (!request.target_api.empty() && !run.target_called) return ProgramStatus::kNoTarget;
  return ProgramStatus::kValid;
}

bool IsStarved(const ProgramRun& run) {
  // A program that waits for something is hardly ever ready to run.
  constexpr double kReady = 0.2, kPart = 0.5;
  return run.limit == "wall" && run.busy > kReady &&
         run.cpu_seconds < kPart * run.busy * run.seconds;
}

ProgramOutcome Combine(std::vector<ProgramRun> runs) {
  ASSAY_CHECK(!runs.empty()) << "no runs to combine";
  ProgramOutcome out;
  const ProgramRun& first = runs.front();
  bool agree = true;
  for (const ProgramRun& run : runs) {
    out.statuses.push_back(run.status);
    agree = agree && run.status == first.status && run.exception == first.exception &&
            (run.status != ProgramStatus::kException || run.exit_code == first.exit_code);
  }
  // The worst comes first in the enumeration.
  const auto worst = std::ranges::min_element(
      runs, [](const ProgramRun& a, const ProgramRun& b) { return a.status < b.status; });
  out.status = agree ? first.status : ProgramStatus::kFlaky;
  out.run = std::move(*worst);
  return out;
}

std::string_view ProgramStatusName(ProgramStatus status) {
  constexpr std::string_view kNames[] = {"crash", "exception", "flaky",
                                         "hangs", "notarget",  "valid"};
  return kNames[static_cast<int>(status)];
}

std::string OneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.size() >= kMost && (c & 0xc0) != 0x80) break;  // not within a character
    if (c != '\n' && c != '\t' && c != '\r')
      out += c;
    else if (!out.ends_with(' '))
      out += ' ';
  }
  return out;
}

}  // namespace assay::program
