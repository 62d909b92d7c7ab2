#include "program/parse/program.h"

#include <algorithm>
#include <set>

#include "program/parse/edit.h"
#include "program/parse/reader.h"

namespace assay::program {
namespace {

constexpr std::string_view kBuiltins[] = {
#define BUILTIN(name) name,
#include "program/lint/builtins.def"
#undef BUILTIN
};

}  // namespace

bool IsBuiltin(std::string_view name) { return std::ranges::binary_search(kBuiltins, name); }

const Argument* Call::Find(std::string_view keyword) const {
  for (const Argument& argument : arguments)
    if (argument.keyword == keyword) return &argument;
  return nullptr;
}

const Definition* Program::FindDefinition(std::string_view name) const {
  const auto found = definition_places.find(name);
  return name.empty() || found == definition_places.end() ? nullptr : &definitions[found->second];
}

Program ReadProgram(std::string text) {
  Program out{.tree = SyntaxTree::Parse(std::move(text))};
  ReadTree(out);
  return out;
}

std::string RootOf(std::string_view api) { return std::string(api.substr(0, api.find('.'))); }

void ExplainByStar(Program& program, const std::string& module) {
  if (module.starts_with('.')) return;
  const std::set<std::string> own = OwnNames(program.tree);
  for (Call& call : program.calls) {
    const std::string& name = call.written;
    const bool explained = !call.api.empty() ||
                           name.find_first_of(".([{ \n") != std::string::npos ||
                           own.contains(name) || IsBuiltin(name);
    if (!explained) call.api = module + "." + name;
  }
}

}  // namespace assay::program
