// What an environment for a bug is made of, or why there can be none here. Nothing is downloaded
// for it but pages of package indexes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/environment/index.h"
#include "bugs/environment/pythons.h"
#include "bugs/environment/wheel.h"

namespace assay::bugs {

struct Recipe {
  Python python;
  std::vector<std::string> lines;    // packages for pip, sorted
  std::vector<std::string> options;  // where else pip may look; they make no other environment
  std::string note;                  // what is other than asked for: "Python 3.11 in place of 3.10"
  // Its packages were built for CUDA and are made to do without: nothing that begins with nvidia-
  // is fetched, and stand-ins take the place of those libraries.
  bool without_cuda = false;
  // Equal for equal environments: py3.11-<hash>.
  std::string Key() const;
};

struct RecipeOptions {
  std::string version;        // of the library, in place of the one that is asked for; "": as asked
  bool exact_python = false;  // no other Python in place of the one that is asked for
  bool allow_source = false;  // packages without a wheel are no obstacle
  bool any_python = false;    // whatever makes the environment brings its own Python (uv, conda)
  bool gpu = false;           // the machine's GPU is to be used: builds for CUDA, and all they need
};

struct RecipeSources {
  std::vector<Python> pythons;
  PackageIndex& index;
  const WheelArchive& archive;
  std::function<bool(const std::string& address)> reachable;  // asked for further indexes
};

// The recipe first to be tried, then those with fewer pins for the case that the pins contradict
// each other, which a replaced version may cause. An error of kind kUnsupported says which
// prerequisite is not satisfied here.
Result<std::vector<Recipe>> MakeRecipes(const Bug& bug, const RecipeOptions& options,
                                        const RecipeSources& sources);

// The GPUs that tests may be given.
enum class Gpu { kNone, kNotAsked, kGiven };
Gpu GpuFor(bool asked);
// What keeps a bug from this machine whatever is installed; "": nothing.
std::string MachineLacks(const Bug& bug, Gpu gpu, const std::string& machine = HostMachine());

// The packages that carry a library: {"jax", "jaxlib"}.
std::vector<std::string> PackagesOfLibrary(const std::string& library);

}  // namespace assay::bugs
