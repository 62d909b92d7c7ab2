// What counts as the public API of a framework: data/knowledge/roots.toml.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

struct Roots {
  std::string framework;
  std::string environment;  // the target whose Python is asked
  std::vector<std::string> owners, modules, methods_of, properties_of, annotations;
  // A function that gives {API: a Python function with its signature}, for APIs written in C.
  std::string signatures;
  std::map<std::string, std::string> names, spoken;
};

// All frameworks of the file, by name.
Result<std::vector<Roots>> LoadRoots(const std::string& path);

// `name` as the framework's documentation writes it: tensorflow.math.add is tf.math.add. Unchanged
// when nothing applies.
std::string WrittenName(const Roots& roots, const std::string& name);

// The framework that `name` belongs to by its first part; null: none of these.
const Roots* FrameworkOfName(const std::vector<Roots>& all, const std::string& name);

}  // namespace assay::knowledge
