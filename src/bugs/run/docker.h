// A bug's test in the container that its Dockerfile describes, for those who ask for it (--with
// docker): the only way to bugs that need a GPU or another CUDA.
//
// Building an image runs what the Dockerfile says with the network, as docker always does; the test
// itself runs without it.
#pragma once

#include "base/result.h"
#include "bugs/run/side.h"

namespace assay::bugs {

// kUnsupported: no docker, no daemon, no Dockerfile, no GPU, or the image cannot be built.
Result<Side> RunInDocker(const Bug& bug, const RunOptions& options);

}  // namespace assay::bugs
