#include "mirror/source/inputs.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"
#include "mirror/source/bug_folders.h"
#include "program/parse/syntax.h"
#include "trial/issue.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostInputBytes = 1 << 20;

bool IsBlank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\f") == std::string::npos;
}

Result<std::string> ReadProgramText(const std::string& path) {
  ASSAY_ASSIGN(std::string text, ReadFile(path, kMostInputBytes));
  if (text.find('\0') != std::string::npos)
    return Invalid(StrCat(path, " is no Python program: it holds bytes of value 0"));
  if (IsBlank(text))
    return Invalid(StrCat(path, " is empty; name a file that holds a Python program"));
  return text;
}

Status CheckPython(const std::string& path, const std::string& text) {
  const auto tree = program::SyntaxTree::Parse(text);
  if (tree.errors().empty()) return {};
  return Invalid(StrCat(path, ":", tree.errors()[0].line,
                        ": this is no Python program: ", tree.errors()[0].message));
}

class Reader {
 public:
  Reader(const InputQuery& query, std::vector<std::string>& notes) : query_(query), notes_(notes) {}

  Result<std::vector<Input>> All() {
    for (const std::string& path : query_.paths) ASSAY_RETURN_IF_ERROR(Path(path));
    if (!query_.issue.empty()) ASSAY_RETURN_IF_ERROR(Report(query_.issue));
    if (query_.pool) ASSAY_RETURN_IF_ERROR(Pool());
    if (query_.bugs) ASSAY_RETURN_IF_ERROR(Bugs());
    if (out_.empty())
      return Invalid(StrCat("there is nothing to carry to ", query_.to,
                            ": name a file, a folder, --pool, --bugs or --issue",
                            notes_.empty() ? "" : StrCat(" (", notes_.front(), ")")));
    return std::move(out_);
  }

 private:
  // Named by the user, it must fit; one of many is left out, and told.
  Status Add(Source source, std::string framework, bool must) {
    if (framework.empty()) framework = FrameworkOf(source.text);
    if (framework.empty() && must) framework = query_.from;
    if (framework.empty()) {
      const std::string why =
          StrCat(source.name, " imports no framework that is known (",
                 Join(KnownFrameworks(), ", "), "); --from says which it is for");
      if (must) return Invalid(why);
      notes_.push_back(why);
      return {};
    }
    if (!query_.from.empty() && framework != query_.from) {
      if (must)
        return Invalid(
            StrCat(source.name, " is for ", framework, ", and --from says ", query_.from));
      return {};
    }
    if (framework == query_.to) {
      if (must)
        return Invalid(StrCat(source.name, " is for ", framework, " already; --to another one"));
      return {};
    }
    ASSAY_ASSIGN(Direction direction, MakeDirection(framework, query_.to));
    out_.push_back({std::move(source), std::move(direction)});
    return {};
  }

  Status Path(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      ASSAY_ASSIGN(std::string text, ReadPythonText(path));
      return Add({fs::path(path).filename(), std::move(text), "", ""}, "", true);
    }
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(path, ignored))
      if (entry.path().extension() == ".py") files.push_back(entry.path());
    if (files.empty()) return Invalid(StrCat(path, " holds no .py files"));
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
      Result<std::string> text = ReadPythonText(file);
      if (!text.ok()) {
        notes_.push_back(text.error().message);
        continue;
      }
      ASSAY_RETURN_IF_ERROR(Add({fs::path(file).filename(), std::move(*text), "", ""}, "", false));
    }
    return {};
  }

  Status Report(const std::string& path) {
    ASSAY_ASSIGN(const std::string text, ReadProgramText(path));
    std::string program = trial::ProgramOfReport(text);
    if (IsBlank(program))
      return Invalid(
          StrCat("--issue: ", path, " holds no program: nothing stands between its ```"));
    const Status python = CheckPython("the program of " + path, program);
    if (!python.ok()) return Invalid(StrCat("--issue: ", python.error().message));
    return Add({fs::path(path).filename(), std::move(program), "", ""}, "", true);
  }

  Status Pool() {
    ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
    const auto& known = KnownFrameworks();
    for (const knowledge::PoolProgram& program : pool)
      if (std::find(known.begin(), known.end(), program.framework) != known.end())
        ASSAY_RETURN_IF_ERROR(
            Add({program.id, program.code, program.issue, program.api}, program.framework, false));
    return {};
  }

  Status Bugs() {
    const std::string root = query_.bugs->empty() ? lab::HomeFolder() + "/bugs/own" : *query_.bugs;
    ASSAY_ASSIGN(std::vector<BugSource> bugs, ReadBugFolders(root, notes_));
    for (BugSource& bug : bugs)
      ASSAY_RETURN_IF_ERROR(Add(std::move(bug.source), bug.framework, false));
    return {};
  }

  const InputQuery& query_;
  std::vector<std::string>& notes_;
  std::vector<Input> out_;
};

}  // namespace

Result<std::string> ReadPythonText(const std::string& path) {
  ASSAY_ASSIGN(std::string text, ReadProgramText(path));
  ASSAY_RETURN_IF_ERROR(CheckPython(path, text));
  return text;
}

Result<std::vector<Input>> ReadInputs(const InputQuery& query, std::vector<std::string>& notes) {
  Reader reader(query, notes);
  return reader.All();
}

}  // namespace assay::mirror
