#include "mirror/source/bug_folders.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "mirror/source/plain_test.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;

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
  std::sort(out.begin(), out.end());
  return out;
}

// "" when there is none. A test that starts the buggy program in a process of its own holds
// nothing of the framework.
std::string ProgramIn(const fs::path& folder) {
  std::error_code ignored;
  if (const fs::path code = folder / "buggy_code.py"; fs::exists(code, ignored)) {
    const auto text = ReadFile(code, kMostProgramBytes);
    if (text.ok() && !FrameworkOf(*text).empty()) return PlainTest(*text);
  }
  const fs::path test = folder / StrCat("test_", folder.filename().string(), ".py");
  const auto text = ReadFile(test, kMostProgramBytes);
  return text.ok() ? PlainTest(*text) : "";
}

bool IsNumber(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

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
      if (const std::string why = TestsThatDoNotRun(text); !why.empty()) {
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

}  // namespace assay::mirror
