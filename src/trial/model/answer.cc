#include "trial/model/answer.h"

#include <algorithm>
#include <set>

#include "program/lint/scopes.h"

namespace assay::trial {
namespace {

// Small models go on with further examples in the form of the prompt.
std::string FirstProgram(std::string text) {
  for (const char* head : {"\n# And a similar bug of ", "\n# Here is a bug of ", "\n# API: "})
    if (const size_t at = text.find(head); at != std::string::npos) text.resize(at + 1);
  return text;
}

struct Usual {
  std::string_view name, statement;
};
constexpr Usual kUsual[] = {
#define IMPORT(name, statement) {name, statement},
#include "trial/model/imports.def"
#undef IMPORT
};

}  // namespace

std::string WithoutFence(const std::string& text) {
  const size_t begin = text.find("```");
  if (begin == std::string::npos) return text;
  const size_t line = text.find('\n', begin);
  if (line == std::string::npos) return text;
  const size_t end = text.find("```", line);
  return text.substr(line + 1, end == std::string::npos ? end : end - line - 1);
}

std::string ProgramOfAnswer(const std::string& answer) {
  if (answer.find("```") != std::string::npos) return FirstProgram(WithoutFence(answer));
  // Without marks, what comes before the first import is words: the API that a baseline's answer
  // begins with, or an introduction.
  const size_t begin = std::min(answer.find("\nimport "), answer.find("\nfrom "));
  const bool at_once = answer.starts_with("import ") || answer.starts_with("from ");
  return FirstProgram(at_once || begin == std::string::npos ? answer : answer.substr(begin + 1));
}

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
