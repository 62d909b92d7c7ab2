#include "trial/model/imports.h"

#include <set>

#include "program/lint/scopes.h"

namespace assay::trial {
namespace {

struct Usual {
  std::string_view name, statement;
};
constexpr Usual kUsual[] = {
#define IMPORT(name, statement) {name, statement},
#include "trial/model/imports.def"
#undef IMPORT
};

}  // namespace

std::string CompleteImports(const std::string& program) {
  const program::SyntaxTree tree = program::SyntaxTree::Parse(program);
  if (!tree.errors().empty()) return program;
  std::set<std::string> undefined;
  for (const program::UndefinedName& each : program::UndefinedNames(tree))
    undefined.insert(each.name);
  std::string out;
  for (const Usual& usual : kUsual)
    if (undefined.contains(std::string(usual.name))) out += std::string(usual.statement) + "\n";
  return out + program;
}

}  // namespace assay::trial
