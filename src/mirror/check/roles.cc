#include "mirror/check/roles.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/strings.h"
#include "program/parse/program.h"

namespace assay::mirror {
namespace {

using program::Node;
using program::Program;

std::vector<std::string> ApisOf(const Program& program, const std::string& framework) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const program::Call& call : program.calls)
    if (BelongsTo(call.api, framework) && seen.insert(call.api).second) out.push_back(call.api);
  return out;
}

std::string LastPart(const std::string& api) {
  const size_t dot = api.rfind('.');
  return dot == std::string::npos ? api : api.substr(dot + 1);
}

// An assertion of something that is computed: `assert True` checks nothing.
bool Asserts(const Node& node) {
  if (!node.is("assert_statement")) return false;
  const auto parts = node.children();
  const auto computed = [](const Node& part) {
    return !part.is("true") && !part.is("false") && !part.is("integer") && !part.is("string");
  };
  return !parts.empty() && computed(parts.front());
}

// Assertions, and calls of functions that assert.
size_t ChecksOf(const Program& program) {
  size_t out = 0;
  program.tree.Walk([&](const Node& node) {
    out += Asserts(node) ? 1 : 0;
    return true;
  });
  for (const program::Call& call : program.calls)
    out += LastPart(call.written).find("assert") != std::string::npos ? 1 : 0;
  return out;
}

// A function with nothing in it but pass, an ellipsis, a text, or the word that it is not written.
std::string HollowFunction(const Program& program) {
  for (const program::Definition& definition : program.definitions) {
    if (definition.kind != program::Definition::Kind::kFunction) continue;
    std::string body = program.tree.text().substr(definition.body.begin,
                                                  definition.body.end - definition.body.begin);
    static const RE2 kText("^\\s*(?s:\"\"\".*?\"\"\"|'''.*?'''|\"[^\"\n]*\"|'[^'\n]*')\\s*");
    RE2::Replace(&body, kText, "");
    std::erase_if(body, [](char c) { return c == ' ' || c == '\n'; });
    if (body.empty() || body == "pass" || body == "..." || body == "return" ||
        body == "returnNone" || body.starts_with("raiseNotImplementedError"))
      return definition.name;
  }
  return "";
}

std::string WhatIsLost(const Roles& roles, const Program& source, const Program& twin,
                       const Direction& direction, bool by_model, bool& empty) {
  for (const program::Import& import : twin.imports)
    if (BelongsTo(import.full, direction.from)) return StrCat("it still uses ", direction.from);
  empty = true;
  if (roles.twin_apis.empty() && !roles.source_apis.empty())
    return StrCat("it calls nothing of ", direction.to);
  const std::string hollow = HollowFunction(twin);
  if (!hollow.empty() && HollowFunction(source) != hollow)
    return StrCat("the function ", hollow, " does nothing");
  if (roles.source_checks > 0 && roles.twin_checks == 0) return "the check is lost";
  empty = false;
  if (!by_model) return "";
  const OwnDoing before = OwnDoingOf(source), now = OwnDoingOf(twin);
  if (now.catches > before.catches) return "it catches errors that the source does not catch";
  if (!now.ends.empty() && before.ends.empty())
    return StrCat("it uses ", now.ends, ", which the source does not");
  if (now.raises > before.raises) return "it raises errors that the source does not raise";
  return "";
}

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
    if (std::ranges::find(kWords, api) != kWords.end()) return api;
  }
  return "";
}

}  // namespace

bool BelongsTo(const std::string& api, const std::string& framework) {
  const std::string root = program::RootOf(api);
  return root == framework || (framework == "tensorflow" && root == "keras");
}

Roles CompareRoles(const std::string& source_text, const std::string& twin_text,
                   const Direction& direction, const std::vector<ApiUse>& uses, bool by_model) {
  const Program source = program::ReadProgram(source_text), twin = program::ReadProgram(twin_text);
  Roles out{.source_apis = ApisOf(source, direction.from),
            .twin_apis = ApisOf(twin, direction.to),
            .source_checks = ChecksOf(source),
            .twin_checks = ChecksOf(twin)};
  std::set<std::string> names;
  for (const std::string& api : out.twin_apis) names.insert(LastPart(api));
  for (const ApiUse& use : uses) {
    if (use.twin.empty()) continue;
    (names.contains(LastPart(use.twin)) ? out.found : out.missing).push_back(use.api);
  }
  out.lost = WhatIsLost(out, source, twin, direction, by_model, out.empty);
  return out;
}

bool FailInOneCall(const std::vector<ApiUse>& uses, int source_line, const std::string& twin,
                   int twin_line) {
  const Program program = program::ReadProgram(twin);
  const std::vector<std::string> lines = Split(twin, '\n');
  if (source_line <= 0 || twin_line <= 0 || static_cast<size_t>(twin_line) > lines.size())
    return false;
  return std::ranges::any_of(uses, [&](const ApiUse& use) {
    std::string name;
    RE2::PartialMatch(LastPart(use.twin), "(\\w+)", &name);
    if (use.line != source_line || name.empty() || use.api.find("rand") != std::string::npos)
      return false;
    if (RE2::PartialMatch(lines[twin_line - 1], "\\b" + RE2::QuoteMeta(name) + "\\(")) return true;
    // A helper that raises by itself is no refusal of the framework.
    if (RE2::PartialMatch(lines[twin_line - 1], "^\\s*raise\\b")) return false;
    bool inside = false;
    for (const Node& statement : program.tree.root().children())
      inside = inside ||
               (statement.is("function_definition") && statement.field("name").text() == name &&
                statement.line() <= twin_line && twin_line <= statement.end_line());
    return inside;
  });
}

std::string NotThere(const std::vector<ApiUse>& uses, int line, const std::string& twin) {
  for (const ApiUse& use : uses) {
    if (use.line != line) continue;
    std::string word;
    RE2::PartialMatch(use.twin, "(\\w+)\\W*$", &word);
    if (use.twin.empty() ||
        (!word.empty() && !RE2::PartialMatch(twin, "\\b" + RE2::QuoteMeta(word) + "\\b")))
      return use.api;
  }
  return "";
}

OwnDoing OwnDoingOf(const program::Program& program) {
  OwnDoing out{.ends = WhatEnds(program)};
  program.tree.Walk([&](const Node& node) {
    out.loops +=
        node.is("while_statement") || node.is("for_statement") || node.is("for_in_clause") ? 1 : 0;
    out.raises +=
        node.is("raise_statement") && !node.text().starts_with("raise AssertionError") ? 1 : 0;
    out.catches += node.is("except_clause") || node.is("except_group_clause") ? 1 : 0;
    return true;
  });
  for (const program::Call& call : program.calls)
    out.catches += call.written.ends_with("suppress") ? 1 : 0;
  return out;
}

}  // namespace assay::mirror
