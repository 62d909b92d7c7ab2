#include "mirror/source/inputs.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"
#include "mirror/check/assess.h"
#include "mirror/rewrite/pair_twins.h"
#include "program/parse/plain_test.h"
#include "program/parse/syntax.h"
#include "trial/issue.h"
#include "trial/sample.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;

// Programs out of bug folders in the layout of BugsInDLLs: <library>/issue_<id>/, with a test for
// pytest and, where that starts another process, the program itself.
struct BugSource {
  Source source;          // named "pytorch/issue_101"
  std::string framework;  // by the library
};

constexpr uint64_t kMostProgramBytes = 1 << 20;

struct Library {
  const char *folder, *framework, *repository;
};
constexpr Library kLibraries[] = {{"jax", "jax", "jax-ml/jax"},
                                  {"pytorch", "torch", "pytorch/pytorch"},
                                  {"tensorflow", "tensorflow", "tensorflow/tensorflow"}};

std::vector<fs::path> FoldersIn(const fs::path& library) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(library, ignored))
    if (entry.is_directory(ignored) && entry.path().filename().string().starts_with("issue_"))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

// "" when there is none. A test that starts the buggy program in a process of its own holds
// nothing of the framework.
std::string ProgramIn(const fs::path& folder) {
  std::error_code ignored;
  if (const fs::path code = folder / "buggy_code.py"; fs::exists(code, ignored)) {
    const auto text = ReadFile(code, kMostProgramBytes);
    if (text.ok() && !FrameworkOf(*text).empty()) return program::PlainTest(*text);
  }
  const fs::path test = folder / StrCat("test_", folder.filename().string(), ".py");
  const auto text = ReadFile(test, kMostProgramBytes);
  return text.ok() ? program::PlainTest(*text) : "";
}

bool IsNumber(const std::string& text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// By library, then by name. A folder without a program is a note. An error: `root` is no folder, or
// holds none of the libraries.
Result<std::vector<BugSource>> ReadBugFolders(const std::string& root,
                                              std::vector<std::string>& notes) {
  std::error_code ignored;
  if (!fs::is_directory(root, ignored)) return Invalid(StrCat("--bugs: there is no folder ", root));
  std::vector<BugSource> out;
  bool any = false;
  for (const Library& library : kLibraries) {
    const fs::path home = fs::path(root) / library.folder;
    any = any || fs::is_directory(home, ignored);
    for (const fs::path& folder : FoldersIn(home)) {
      const std::string name = StrCat(library.folder, "/", folder.filename().string());
      std::string text = ProgramIn(folder);
      if (text.empty()) {
        notes.push_back(name + " holds no test that can be read");
        continue;
      }
      if (const std::string why = program::TestsThatDoNotRun(text); !why.empty()) {
        notes.push_back(StrCat(name, " cannot be run as a plain program: ", why));
        continue;
      }
      const std::string id = folder.filename().string().substr(6);
      out.push_back(
          {{name, std::move(text), IsNumber(id) ? StrCat(library.repository, "#", id) : "", ""},
           library.framework});
    }
  }
  if (!any)
    return Invalid(StrCat("--bugs: ", root,
                          " holds none of the folders jax, pytorch, tensorflow with issue_… in "
                          "them"));
  return out;
}

constexpr uint64_t kMostInputBytes = 1 << 20;

bool IsBlank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\f") == std::string::npos;
}

Result<std::string> ReadProgramText(const std::string& path) {
  ASSAY_ASSIGN(std::string text, ReadFile(path, kMostInputBytes));
  if (text.find('\0') != std::string::npos)
    return Invalid(StrCat(path, " is not a Python program: it holds bytes of value 0"));
  if (IsBlank(text))
    return Invalid(StrCat(path, " is empty; name a file that holds a Python program"));
  return text;
}

Status CheckPython(const std::string& path, const std::string& text) {
  const auto tree = program::SyntaxTree::Parse(text);
  if (tree.errors().empty()) return {};
  return Invalid(StrCat(path, ":", tree.errors()[0].line,
                        ": this is not a Python program: ", tree.errors()[0].message));
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
      return Invalid(StrCat("there is nothing to translate to ", query_.to,
                            ": name a file, a folder, --pool, --bugs or --issue",
                            notes_.empty() ? "" : StrCat(" (", notes_.front(), ")")));
    if (query_.limit > 0) Sample();
    return std::move(out_);
  }

 private:
  void Sample() {
    std::vector<Input> drawn;
    for (const size_t place : trial::SamplePlaces(out_.size(), query_.limit, query_.seed))
      drawn.push_back(std::move(out_[place]));
    out_ = std::move(drawn);
  }

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
    std::ranges::sort(files);
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
      if (std::ranges::find(known, program.framework) != known.end())
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

std::string DigestOf(const std::vector<Input>& inputs) {
  std::string all;
  for (const Input& input : inputs)
    all += StrCat(input.source.name, "\n", input.direction.from, "\n", input.source.text, "\n");
  return StrCat(HashBytes(all));
}

PairsKnown CountPairs(const std::vector<Input>& inputs, bool names_only) {
  std::set<std::string> seen;
  PairsKnown out;
  for (const Input& input : inputs) {
    if (!seen.insert(input.direction.from).second) continue;
    const auto base = KeptPairs(input.direction);
    if (!base.ok()) continue;
    out.versions.push_back(DescribePairs(*base, InstalledVersions(input.direction)));
    for (const knowledge::Pair& pair : base->pairs) {
      const bool by_model = pair.by != "name";
      out.all += by_model && names_only ? 0 : 1;
      out.by_model += by_model && !names_only ? 1 : 0;
    }
  }
  return out;
}

}  // namespace assay::mirror
