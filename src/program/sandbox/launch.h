// Starting a process by a list of steps.
//
// The caller may have many threads, so between fork and exec only system calls are allowed:
// everything that needs memory is worked out before, as steps that the child then takes one after
// the other.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::program {

struct Step {
  enum class Kind {
    kUnshare,       // new namespaces: `number` holds the flags
    kMount,         // text on other, `type`, flags `number`, options `data`
    kReadOnly,      // `text` and all below it
    kFolder,        // makes `text`; fine when it exists
    kFile,          // makes the empty file `text`
    kLink,          // makes the symbolic link `text` to `other`
    kWrite,         // writes `other` to the file `text`
    kBecome,        // user and group `number`, no further groups
    kRoot,          // `text` becomes the root; the old one is gone
    kForkInit,      // goes on in a child that is the first of its process namespace
    kForkProgram,   // goes on in a child; this one waits and cleans up after all others
    kLimit,         // resource limit `which`, both bounds `number`
    kNoPrivileges,  // drops all capabilities, for good
    kFilter,        // the filter of system calls `data`
    kFileRules,     // Landlock: `data` is the ruleset's descriptor number
    kChangeFolder,  // to `text`
    kLoopback,      // of the new network namespace, switched on
  };
  Kind kind;
  std::string text{}, other{}, type{}, data{};
  uint64_t number = 0;
  int which = 0;
};

struct Launch {
  std::vector<Step> steps;
  std::vector<std::string> words;
  std::map<std::string, std::string> variables;
  int input = -1, output = -1, error = -1;  // become 0, 1 and 2; -1: /dev/null
  // Become 3, 4, … in the child.
  std::vector<int> passed;
};

// Takes one step in the calling process; false with errno when it failed.
bool TakeStep(const Step& step);
inline constexpr int kCannotStart = 127;  // exit code of a child that could not take one

// The child leads a session of its own and dies with the thread that called this. An error names
// the step that failed.
Result<pid_t> StartLaunch(const Launch& launch);

}  // namespace assay::program
