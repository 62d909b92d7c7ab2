// Environments that tests run in: one folder per distinct recipe, made once, shared by all bugs
// that ask for the same, below the user's cache folder.
//
//   <cache>/bugs/envs/py3.11-<hash>/            the environment
//                     py3.11-<hash>/assay.json  what it is made of; written last: without it the
//                                               folder is a ruin, and made anew
//                     py3.11-<hash>.lock        held while it is made or removed
//
// Whatever is installed is a stranger's: no interpreter of an environment is ever started outside
// of the sandbox, pip included, which runs once, in a new environment that holds nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/environment/file_lock.h"
#include "bugs/environment/recipe.h"

namespace assay::bugs {

struct Environment {
  std::string key, folder;
  std::string python;              // "3.11"
  std::string made_by;             // venv, uv, conda
  std::vector<std::string> lines;  // of its recipe
  uint64_t bytes = 0;
  double idle_days = 0;  // since it was last used
  std::string Program() const { return folder + "/bin/python"; }
};

struct BuildOptions {
  std::string with = "venv";  // a name of makers.def
  bool offline = false, allow_source = false;
  std::string find_links;  // a folder of wheels that comes before the index
  std::function<void(const std::string&)> tell;
};

// "": the user's, below CacheFolder().
std::string EnvironmentsFolder();

// The environment, made when it is not there yet. Errors: kUnsupported when its packages cannot be
// had (offline, or pip says no), kRejected when they contradict each other, kInvalid otherwise.
Result<Environment> ProvideEnvironment(const Recipe& recipe, const BuildOptions& options);

std::vector<Environment> ListEnvironments();

// Removes those unused for longer than `days` (0: all), and ruins; returns what was removed. Those
// that are being made or used stay. `only_tell`: removes nothing.
Result<std::vector<Environment>> CollectEnvironments(double days, bool only_tell);

// Removes those used longest ago until at most `most` are left. Those that are being made or used
// stay.
Status KeepEnvironments(size_t most);

// Held while a test runs in an environment, so that it is not collected meanwhile; notes its use.
FileLock UseEnvironment(const Environment& environment);

}  // namespace assay::bugs
