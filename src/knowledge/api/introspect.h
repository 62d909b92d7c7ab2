// The APIs of an installed framework, asked in its own environment.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "knowledge/api/api_base.h"
#include "knowledge/api/members.h"
#include "knowledge/api/roots.h"
#include "lab/registry.h"

namespace assay::knowledge {

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
