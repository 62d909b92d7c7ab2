// The planted ways through files and layers: each turns the model that was given into the one that
// is run. They imitate exporters, loaders, quantisers and layers; those that are broken act only
// where their condition holds.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::faults {

struct Path {
  std::string_view name;  // the mode of the target: planted:<name>
  std::string_view what;
  Status (*convert)(Model& model);
};

std::span<const Path> AllPaths();  // paths.def
const Path* FindPath(std::string_view name);

// The bytes of the model that `path` makes of `bytes`, by way of the file at `file`, which is
// removed again.
Result<std::string> Convert(const Path& path, std::string_view bytes, const std::string& file);

}  // namespace assay::faults
