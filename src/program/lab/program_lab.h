// Runs Python programs for real, in a sandbox, and says how they behave.
//
// A lab is one server process (workers/python/program_server.py) in a sandbox, with the framework
// imported; every program runs in a fresh child of it that is sandboxed once more, so that it
// reaches neither the server nor the next program. A crash, or a hang without work, is run again in
// a process that was never forked from a warm one, and only what happens there counts: a framework
// must not be blamed for what forking did to it.
//
// One program at a time: several at once take one lab per thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/sandbox.h"

namespace assay::program {

enum class ProgramStatus {
  kCrash,      // ended by a signal such as a segmentation fault or an abort
  kException,  // ended by an exception, a failing exit code, or a limit on memory, files or output
  kFlaky,      // several runs do not agree
  kHangs,      // beyond the limit on time
  kNoTarget,   // fine, but never called the API under test
  kValid,
};
std::string_view ProgramStatusName(ProgramStatus status);

struct ProgramRequest {
  std::string text;
  std::string name = "program.py";  // of its file, as tracebacks show it
  std::string target_api;           // full name; "": none is watched for
  int repeat = 1;
  SandboxLimits limits;
  bool watch = true;  // tells which APIs are called; doubles the time of many programs
  // One that a busy machine kept from working until its time was over is run again with as much
  // processor time, however long that takes.
  bool patient = false;
};

// One run as it was seen.
struct ProgramRun {
  ProgramStatus status = ProgramStatus::kValid;
  int exit_code = -1;  // -1: ended by `signal` or a limit
  int signal = 0;
  std::string limit;  // wall, cpu, memory, output or files; "" when none was reached
  std::string exception, message;
  int line = 0;  // of the program, innermost; 0: unknown
  bool invalid =
      false;  // NameError, SyntaxError or ModuleNotFoundError: no valid code for this environment
  std::vector<std::string> apis_called;  // by the program's own file, in the order of first calls
  bool target_called = false;
  std::vector<std::string> models_to;  // APIs that were given something to call: a model
  bool model_fed = false;              // a model, or a function of the program, was given data
  double seconds = 0, cpu_seconds = 0, peak_mb = 0;
  double busy = 0;  // part of the time in which it was running or ready to
  std::string out, err;
  bool out_cut = false, err_cut = false;
};

struct ProgramOutcome {
  ProgramStatus status = ProgramStatus::kValid;
  ProgramRun run;                       // the one to show: the worst
  std::vector<ProgramStatus> statuses;  // of each repetition
  SandboxStrength strength = SandboxStrength::kNone;
  bool confirmed_cold =
      false;  // the verdict comes from a process that was not forked from a warm one
};

struct LabOptions {
  std::string environment;  // its name, or a folder
  bool unsafe = false;
  bool cold = false;                   // nothing is imported before
  std::vector<std::string> also = {};  // modules imported before, besides the framework
};

class ProgramLab {
 public:
  // Checks the environment and the sandbox; the server starts with the first program.
  static Result<ProgramLab> Open(const LabOptions& options);
  ProgramLab(ProgramLab&&) noexcept;
  ProgramLab& operator=(ProgramLab&&) noexcept;
  ~ProgramLab();

  // An error says that the lab itself failed; whatever the program does is an outcome.
  Result<ProgramOutcome> Run(const ProgramRequest& request);
  SandboxStrength strength() const;
  // Imports the framework now, in place of with the first program.
  Status Warm();

 private:
  struct State;
  Result<ProgramOutcome> RunAsAsked(const ProgramRequest& request);
  explicit ProgramLab(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The folder of an environment by its name (lab/environments.h). The error lists those that
// are there.
Result<std::string> FindEnvironment(const std::string& name);

}  // namespace assay::program
