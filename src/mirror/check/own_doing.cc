#include "mirror/check/own_doing.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::mirror {
namespace {

using program::Node;

// Modules of Python that reach into the process, or wait.
constexpr std::array<std::string_view, 10> kModules = {
    "ctypes",          "signal",    "faulthandler", "resource", "subprocess",
    "multiprocessing", "threading", "_thread",      "asyncio",  "cffi"};
constexpr std::array<std::string_view, 12> kCalls = {
    "os.abort",   "os.kill",         "os._exit",
    "os.fork",    "os.exec",         "os.system",
    "os.wait",    "sys.exit",        "sys.setrecursionlimit",
    "time.sleep", "itertools.count", "itertools.cycle"};
constexpr std::array<std::string_view, 6> kWords = {"exec", "eval", "input",
                                                    "exit", "quit", "__import__"};

bool Starts(const std::string& api, std::string_view module) {
  return api == module || (api.starts_with(module) && api[module.size()] == '.');
}

std::string WhatEnds(const program::Program& program) {
  for (const program::Import& import : program.imports)
    for (const std::string_view module : kModules)
      if (Starts(import.full, module)) return std::string(module);
  for (const program::Call& call : program.calls) {
    const std::string& api = call.api.empty() ? call.written : call.api;
    for (const std::string_view one : kCalls)
      if (api.starts_with(one)) return std::string(one);
    if (std::find(kWords.begin(), kWords.end(), api) != kWords.end()) return api;
  }
  return "";
}

}  // namespace

OwnDoing OwnDoingOf(const program::Program& program) {
  OwnDoing out;
  out.ends = WhatEnds(program);
  program.tree.Walk(
      [&](const Node& node) {
        out.loops +=
            node.is("while_statement") || node.is("for_statement") || node.is("for_in_clause") ? 1
                                                                                               : 0;
        out.raises +=
            node.is("raise_statement") && !node.text().starts_with("raise AssertionError") ? 1 : 0;
        out.catches += node.is("except_clause") || node.is("except_group_clause") ? 1 : 0;
        return true;
      },
      [](const Node&) {});
  for (const program::Call& call : program.calls)
    out.catches += call.written.ends_with("suppress") ? 1 : 0;
  return out;
}

}  // namespace assay::mirror
