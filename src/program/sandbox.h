// Commands that nobody trusts, run in a sandbox.
//
// Inside: no network but an own loopback, a read-only system, none of the user's files, an own
// process table, an unprivileged user whatever the caller is, a private /tmp (which also holds the
// home and the working folder), and limits on everything that can be used up.
// docs/reference/programs.md describes the parts.
//
// What the machine allows decides the strength. A weaker one than bubblewrap is never silent: it is
// part of every outcome, and without any nothing runs unless the request says `unsafe`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::program {

// From strong to weak.
enum class SandboxStrength {
  kBubblewrap,  // namespaces made by bubblewrap, and the filter of system calls
  kNamespaces,  // the same namespaces, made here
  kLandlock,  // no namespaces: file rules (Landlock), the filter, limits; the host's processes are
              // visible
  kNone,      // limits only
};
std::string_view SandboxStrengthName(SandboxStrength strength);

// The strongest that works here, tried once per process by running a command in it. ASSAY_SANDBOX
// names a weaker one to use instead, for tests.
struct SandboxProbe {
  SandboxStrength strength = SandboxStrength::kNone;
  std::string detail;  // what keeps the machine from stronger ones; "" for the strongest
  std::string fix;     // the command that helps; may be ""
};
const SandboxProbe& ProbeSandbox();

struct SandboxLimits {
  double wall_s = 20;
  double cpu_s = 0;                 // per process; 0: twice the wall time
  uint64_t memory_mb = 4096;        // of all processes together
  uint64_t processes = 64;          // threads count too
  uint64_t file_mb = 256;           // one file
  uint64_t scratch_mb = 512;        // all files together
  uint64_t output_bytes = 1 << 20;  // of each stream; what comes later is dropped
  uint64_t flood_bytes = 64 << 20;  // printed in all before it is ended
};

struct SandboxRequest {
  std::vector<std::string> words;  // the command; the first word is an absolute path
  std::map<std::string, std::string>
      variables;  // the whole environment, besides HOME, TMPDIR and PATH
  std::vector<std::string>
      readable;       // further folders, files and links of the host, seen under the same path
  std::string input;  // for its standard input
  std::function<void(std::string_view)>
      on_error;  // hears its standard error as it comes; may be null
  SandboxLimits limits;
  bool unsafe = false;  // run even where no sandbox works
};

// Why a command was ended from outside.
enum class SandboxLimit { kNone, kWall, kCpu, kMemory, kOutput };
std::string_view SandboxLimitName(SandboxLimit limit);

struct SandboxOutcome {
  int exit_code = -1;  // -1: ended by `signal`
  int signal = 0;      // an exit code above 128 is a signal by the shells' custom
  SandboxLimit limit = SandboxLimit::kNone;
  bool timed_out() const { return limit == SandboxLimit::kWall || limit == SandboxLimit::kCpu; }
  std::string out, err;
  bool out_cut = false, err_cut = false;
  double seconds = 0, cpu_seconds = 0;
  double peak_mb = 0;  // largest sum over its processes that was seen
  SandboxStrength strength = SandboxStrength::kNone;
};

// Runs to the end. An error says that the command could not be started, and what helps.
Result<SandboxOutcome> RunSandboxed(const SandboxRequest& request);

// What a Python environment is made of: its own folder (the first), those of its base installation,
// and the symbolic links between them.
Result<std::vector<std::string>> PythonFolders(const std::string& environment);

}  // namespace assay::program
