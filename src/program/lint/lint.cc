#include "program/lint/lint.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "program/lint/scopes.h"
#include "program/sandbox.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInterpreterModules[] = {
#define MODULE(name) name,
#include "program/lint/builtin_modules.def"
#undef MODULE
};

// Whether an environment sees the packages of the installation that it was made from.
bool SeesSystemPackages(const std::string& environment) {
  const auto config = ReadFile(environment + "/pyvenv.cfg");
  if (!config.ok()) return true;
  std::string text = *config;
  std::erase(text, ' ');
  return text.find("include-system-site-packages=true") != std::string::npos;
}

// Folders that the environment's Python imports from.
std::vector<fs::path> ImportFolders(const std::string& environment) {
  std::vector<fs::path> out;
  const bool system = SeesSystemPackages(environment);
  const Result<std::vector<std::string>> parts = PythonFolders(environment);
  std::vector<std::string> roots = parts.ok() ? *parts : std::vector<std::string>{};
  roots.emplace_back("/usr");
  std::error_code ignored;
  for (const fs::path root : roots)
    for (const auto& entry :
         fs::directory_iterator(root.filename() == "lib" ? root : root / "lib", ignored)) {
      if (!entry.path().filename().string().starts_with("python3.")) continue;
      out.push_back(entry.path());
      out.push_back(entry.path() / "lib-dynload");
      if (system || (parts.ok() && root == parts->front()))
        out.push_back(entry.path() / "site-packages");
    }
  return out;
}

bool HoldsModule(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  if (fs::exists(folder / name, ignored) || fs::exists(folder / (name + ".py"), ignored))
    return true;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string file = entry.path().filename();
    if (file.starts_with(name + ".") && file.ends_with(".so")) return true;
    // Packages that are installed as links to a checkout.
    if (file.starts_with("__editable__") && file.find(name) != std::string::npos) return true;
  }
  return false;
}

void CheckImports(const Program& program, const std::string& environment,
                  std::vector<LintMessage>& out) {
  std::set<std::string> missing;
  for (const Import& import : program.imports) {
    const std::string root = RootOf(import.full);
    if (import.guarded || root.empty() || missing.contains(root) || ModuleExists(environment, root))
      continue;
    // A program may write the module itself before it imports it.
    if (program.tree.text().find(root + ".py") != std::string::npos) continue;
    missing.insert(root);
    out.push_back(
        {"E0401", "import-error", StrCat("unable to import '", import.full, "'"), import.line, 0});
  }
}

// Names that the program may give to objects itself, or asks for before it uses them.
class OwnMembers {
 public:
  explicit OwnMembers(const SyntaxTree& tree) {
    tree.Walk([&](const Node& node) {
      if (node.is("assignment")) AddTarget(node.field("left"));
      if (node.is("string_content")) names_.emplace(node.text());
      if (node.is("try_statement")) tries_.push_back(node.span());
      return true;
    });
  }
  bool Explain(const std::string& name, Span where) const {
    return names_.contains(name) || std::ranges::any_of(tries_, [&](Span span) {
             return span.begin <= where.begin && where.end <= span.end;
           });
  }

 private:
  void AddTarget(const Node& target) {
    if (target.is("attribute")) names_.emplace(target.field("attribute").text());
    for (const Node& child : target.children())
      if (child.is("attribute")) names_.emplace(child.field("attribute").text());
  }
  std::set<std::string, std::less<>> names_;
  std::vector<Span> tries_;
};

std::string Hint(const NoMember& missing) {
  return missing.nearest.empty() ? "" : StrCat("; did you mean '", missing.nearest, "'?");
}

void CheckMembers(const Program& program, const LintOptions& options,
                  std::vector<LintMessage>& out) {
  std::set<std::string> told;
  const OwnMembers own(program.tree);
  for (const Import& import : program.imports) {
    if (import.guarded) continue;
    const auto missing = options.missing_member(import.full);
    if (!missing || !told.insert(missing->owner + "." + missing->name).second) continue;
    out.push_back(
        {"E0611", "no-name-in-module",
         StrCat("no name '", missing->name, "' in module '", missing->owner, "'", Hint(*missing)),
         import.line, 0});
  }
  for (const Call& call : program.calls) {
    if (call.api.empty()) continue;
    const auto missing = options.missing_member(call.api);
    if (!missing || own.Explain(missing->name, call.span)) continue;
    if (!told.insert(missing->owner + "." + missing->name).second) continue;
    out.push_back(
        {"E1101", "no-member",
         StrCat("'", missing->owner, "' has no member '", missing->name, "'", Hint(*missing)),
         call.line, call.column});
  }
}

}  // namespace

bool ModuleExists(const std::string& environment, const std::string& module) {
  const std::string root = RootOf(module);
  if (std::ranges::find(kInterpreterModules, root) != std::end(kInterpreterModules)) return true;
  const std::vector<fs::path> folders = ImportFolders(environment);
  return std::ranges::any_of(folders,
                             [&](const fs::path& folder) { return HoldsModule(folder, root); });
}

std::vector<LintMessage> Lint(const Program& program, const LintOptions& options) {
  std::vector<LintMessage> out;
  for (const SyntaxError& error : program.errors())
    out.push_back({"E0001", "syntax-error", error.message, error.line, error.column});
  // In a broken text names and imports may only seem to be missing.
  if (!out.empty()) return out;
  for (const UndefinedName& name : UndefinedNames(program.tree))
    out.push_back({"E0602", "undefined-variable", StrCat("undefined variable '", name.name, "'"),
                   name.line, name.column});
  if (!options.environment.empty()) CheckImports(program, options.environment, out);
  if (options.missing_member) CheckMembers(program, options, out);
  std::ranges::stable_sort(out, {}, &LintMessage::line);
  return out;
}

}  // namespace assay::program
