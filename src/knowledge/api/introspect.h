// The APIs of an installed framework, asked in its own environment.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_base.h"
#include "knowledge/api/members.h"
#include "lab/registry.h"

namespace assay::knowledge {

// What counts as the public API of a framework: data/knowledge/roots.toml.
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

// The source of public names that have neither a docstring nor a signature that Python knows.
inline constexpr const char* kUndocumented = "undocumented";

using TellProgress = std::function<void(const std::string&)>;

struct Introspection {
  ApiBase base;
  ApiBase undocumented;  // its source is kUndocumented
  Members members;
};

// `target` is the framework's in the version that is asked; workers/python/introspect_api.py of
// `home` is run with its Python, in a sandbox (program/sandbox.h): without network, with a home of
// its own, unable to change anything. Where no sandbox works it runs without; ProbeSandbox() says
// so. Minutes at most; `tell` hears what is going on. The same installation gives the same base.
Result<Introspection> Introspect(const Roots& roots, const lab::Target& target,
                                 const std::string& home, const TellProgress& tell);

// The records that introspect_api.py wrote, as documents.
Result<std::vector<ApiDoc>> ReadIntrospection(const std::string& lines);
// The names of the modules, which stand in the first line.
Result<Members> ReadMembersLine(const std::string& lines);

}  // namespace assay::knowledge
