// Our own bugs on what is installed: still there, gone, or showing in another way.
//
// Nothing is installed for it: a bug runs in the environments of targets (build/envs), several
// versions of a framework where `assay targets add` made them, and only in those that ought to have
// it: not older than the version that it is stated of, and older than the one that mends it. Tests
// run in warm labs (program/lab), in the sandbox, so that the framework is imported once and not
// for every bug.
//
// A test passes while its bug is there. When it does not, `right_f` of the same file decides
// whether the bug is gone; without one the pattern fixed_message of bug.toml. Anything else is a
// change: neither what the folder states nor what it calls right.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/database.h"

namespace assay::bugs {

enum class BugState { kThere, kGone, kChanged, kNotRun };
std::string_view BugStateName(BugState state);  // there, gone, changed, not_run

// One framework as it is installed.
struct Installed {
  std::string environment;  // "openvino", "openvino@2024.0.0"
  std::string version;      // as released: without +cpu
};

struct RetestedOn {
  Installed on;
  BugState state = BugState::kNotRun;
  std::string reason;  // "" when it is there
};

struct Retested {
  const Bug* bug = nullptr;
  BugState state = BugState::kNotRun;  // on the newest version
  std::string reason, version;
  std::vector<RetestedOn> all;  // from the oldest version to the newest
  double seconds = 0;

  std::string Id() const { return bug->library + "/" + bug->id; }
};

struct RetestOptions {
  size_t jobs = 1;
  double limit_seconds = 60;  // of one test
  bool unsafe = false;
  std::function<bool()> should_stop;
  std::function<void(size_t done, const Retested&)> ended;  // one at a time, from several threads
};

// In the order of `bugs`. An error: no sandbox works here. What was not reached when `should_stop`
// said so is not run, with that reason.
Result<std::vector<Retested>> Retest(const Database& database, const std::vector<const Bug*>& bugs,
                                     const RetestOptions& options);

// `count` of them, the same for the same seed, in their own order; 0: all.
std::vector<const Bug*> SampleOf(std::vector<const Bug*> bugs, size_t count, uint64_t seed);

// {"there": [{"id", "version", "seconds"}], "gone": [… "reason"], "changed": […], "not_run": […]}
nlohmann::json ToJson(const std::vector<Retested>& results);

// Parts of it, for tests.

// Those of `installed` (from old to new) that ought to have the bug; none: `reason` says why.
std::vector<Installed> OughtToHave(const Bug& bug, const std::vector<Installed>& installed,
                                   std::string& reason);

// What the database says against the folder: "…/bug.toml: there is no key 'x'"; "" when it is sound
// enough to be run.
std::string Unsound(const Database& database, const Bug& bug);

}  // namespace assay::bugs
