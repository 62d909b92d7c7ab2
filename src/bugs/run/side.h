// One side of a bug: its test in the environment of one version of the library, not judged yet.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/environment/environment.h"
#include "bugs/run/run_test.h"

namespace assay::bugs {

struct Side {
  Environment environment;
  std::string note;  // of the recipe
  TestReport report;
  double seconds = 0;
};

// Where run_bug_test.py lies; it is shown to the sandbox and to containers.
Result<std::string> ScriptsFolder();

// What the environment would be made of. kUnsupported: a prerequisite is not satisfied. Downloads
// nothing but pages of indexes.
Result<std::vector<Recipe>> RecipesFor(const Bug& bug, const RunOptions& options);

// The environment, made when it is not there yet. kUnsupported: a prerequisite is not satisfied.
Result<Environment> EnvironmentFor(const Bug& bug, const RunOptions& options, std::string& note);

// Errors: kUnsupported as above, others when nothing can be run here.
Result<Side> RunSide(const Bug& bug, const RunOptions& options);

// A bug's test in the container that its Dockerfile describes, for those who ask for it (--with
// docker): the only way to bugs that need a GPU or another CUDA.
//
// Building an image runs what the Dockerfile says with the network, as docker always does; the test
// itself runs without it.

// kUnsupported: no docker, no daemon, no Dockerfile, no GPU, or the image cannot be built.
Result<Side> RunInDocker(const Bug& bug, const RunOptions& options);

}  // namespace assay::bugs
