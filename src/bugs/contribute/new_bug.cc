#include "bugs/contribute/new_bug.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/database/bug.h"
#include "bugs/tools/ground_truth.h"
#include "lab/manifest.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader =
    "Issue #,PR #,Title,Reproduced,Issue Status,Device,API,Reported,Buggy Version,Nightly,"
    "Buggy File(s),Buggy Function(s),Buggy API,Type,Remarks,Issue Link,PR Link\r\n";

// As the manifest of the framework has it: a CPU build may go by a name of its own.
std::string PackageOf(const std::string& library) {
  const std::string framework = FrameworkOf(library);
  const auto manifests = lab::LoadManifests({lab::HomeFolder() + "/backends"});
  if (manifests.ok())
    for (const lab::Manifest& manifest : *manifests)
      if (manifest.framework == framework && !manifest.package.empty()) return manifest.package;
  return framework;
}

Status Check(const NewBug& bug) {
  if (!RE2::FullMatch(bug.library, R"([a-z][a-z0-9_-]*)"))
    return Invalid(StrCat("-l ", bug.library, ": a library is written in small letters"));
  if (!RE2::FullMatch(bug.id, R"([A-Za-z0-9][A-Za-z0-9_-]{0,79})"))
    return Invalid(StrCat("-i ", bug.id,
                          ": letters, digits, - and _, at most 80; the number of the issue where "
                          "there is one"));
  const auto& known = Oracles();
  if (std::ranges::find(known, bug.oracle) == known.end())
    return Invalid(StrCat("--oracle ", bug.oracle, ": there are ", Join(known, ", ")));
  if (!bug.type.empty() && ManifestationType(bug.type).empty())
    return Invalid(StrCat("--type '", bug.type,
                          "' is not one of the 18 manifestation types; "
                          "`assay bugs stats` lists them"));
  return {};
}

std::string Filled(std::string text, const NewBug& bug) {
  const auto or_todo = [](const std::string& value, const char* what) {
    return value.empty() ? StrCat(kLeftover, " ", what) : value;
  };
  const std::map<std::string, std::string> values = {
      {"@ID@", bug.id},
      {"@LIBRARY@", bug.library},
      {"@PACKAGE@", PackageOf(bug.library)},
      {"@MODULE@", FrameworkOf(bug.library)},
      {"@PYTHON@", bug.python},
      {"@VERSION@", or_todo(bug.version, "version")},
      {"@FIXED@", bug.fixed_version},
      {"@TITLE@", or_todo(bug.title, "what is wrong, in one line")}};
  for (const auto& [mark, value] : values)
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  return text;
}

// A name of Python cannot hold a hyphen.
std::string TestName(std::string text, const std::string& id) {
  std::string plain = id;
  std::ranges::replace(plain, '-', '_');
  const std::string from = "def test_issue_" + id, to = "def test_issue_" + plain;
  if (const size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

Status AddRow(const NewBug& bug, const std::string& path) {
  std::string text;
  std::error_code failed;
  if (fs::exists(path, failed)) {
    ASSAY_ASSIGN(text, ReadFile(path));
    if (!text.empty() && !text.ends_with('\n')) text += "\r\n";
  }
  if (text.empty()) text = kHeader;
  std::vector<std::string> cells;
  for (const std::string& cell :
       {bug.id, bug.pr, bug.title, std::string("Yes"), std::string("Closed"), bug.device,
        std::string(), std::string(), bug.version, std::string("No"), std::string(), std::string(),
        bug.api, bug.type, std::string(), bug.issue_link, bug.pr_link})
    cells.push_back(CsvCell(cell));
  return WriteFile(path, text + Join(cells, ",") + "\r\n");
}

}  // namespace

const std::vector<std::string>& Oracles() {
  static const std::vector<std::string> all = {"exception", "value", "signal"};
  return all;
}

std::string CsvCell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

Result<Written> WriteNewBug(const NewBug& bug, const std::string& root) {
  ASSAY_RETURN_IF_ERROR(Check(bug));
  Written out;
  out.folder = StrCat(root, "/", bug.library, "/issue_", bug.id);
  std::error_code failed;
  if (fs::exists(out.folder, failed))
    return Invalid(StrCat(out.folder, " is there already; `assay bugs new --check` looks at it"));
  const std::string templates = lab::HomeFolder() + "/bugs/templates/";
  struct File {
    std::string from, to;
  };
  std::vector<File> files = {{"common/reproduce_bug.sh", "reproduce_bug.sh"},
                             {"common/requirements.txt", "requirements.txt"},
                             {"common/bug.toml", "bug.toml"},
                             {bug.oracle + "/test.py", StrCat("test_issue_", bug.id, ".py")}};
  if (bug.oracle == "signal") files.push_back({"signal/buggy_code.py", "buggy_code.py"});
  // All are read before the first is written.
  std::map<std::string, std::string> texts;
  for (const File& file : files) {
    ASSAY_ASSIGN(const std::string text, ReadFile(templates + file.from));
    texts[file.to] = TestName(Filled(text, bug), bug.id);
  }
  fs::create_directories(out.folder, failed);
  if (failed) return Invalid(StrCat(out.folder, ": ", failed.message()));
  for (const File& file : files) {
    ASSAY_RETURN_IF_ERROR(WriteFile(out.folder + "/" + file.to, texts[file.to]));
    out.files.push_back(file.to);
  }
  out.table = StrCat(root, "/bug_dataset_", bug.library, ".csv");
  ASSAY_RETURN_IF_ERROR(AddRow(bug, out.table));
  return out;
}

}  // namespace assay::bugs
