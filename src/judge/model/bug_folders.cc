#include "judge/model/bug_folders.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "base/toml.h"
#include "judge/model/csv.h"
#include "knowledge/issues/parts.h"
#include "lab/registry.h"
#include "program/parse/plain_test.h"

namespace assay::judge::model {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostBytes = 4 << 20;

struct Library {
  const char *folder, *repository;
};
constexpr Library kLibraries[] = {
    {"jax", "jax-ml/jax"}, {"pytorch", "pytorch/pytorch"}, {"tensorflow", "tensorflow/tensorflow"}};

std::vector<fs::path> FoldersIn(const fs::path& library) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(library, ignored))
    if (entry.is_directory(ignored) && entry.path().filename().string().starts_with("issue_"))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

// What is used of a row of the table.
struct Row {
  std::string title, device, api;
};

std::map<std::string, Row> RowsOf(const std::string& path) {
  std::map<std::string, Row> out;
  const auto text = ReadFile(path, kMostBytes);
  if (!text.ok()) return out;
  std::vector<std::string> head;
  for (size_t at = 0, line = 1; at < text->size();) {
    const std::vector<std::string> record = CsvRecord(*text, at, line);
    if (record.front() == "Issue #") head = record;
    const auto cell = [&](const char* name) {
      const auto column = static_cast<size_t>(std::ranges::find(head, name) - head.begin());
      return column < record.size() ? std::string(Trim(record[column])) : "";
    };
    if (!head.empty() && record.front() != "Issue #")
      out[cell("Issue #")] = {cell("Title"), cell("Device"), cell("Buggy API")};
  }
  return out;
}

bool ImportsFramework(const std::string& text) {
  return RE2::PartialMatch(text, R"((?m)^\s*(?:import|from)\s+(?:torch|tensorflow|keras|jax)\b)");
}

// The test, or the program that it starts in a process of its own.
struct Text {
  std::string program;
  Checks checks = Checks::kPassWhenRight;
};
Text TextOf(const fs::path& folder, const std::string& test) {
  const auto code = ReadFile((folder / "buggy_code.py").string(), kMostBytes);
  if (code.ok() && ImportsFramework(*code) && !ImportsFramework(test))
    return {program::PlainTest(*code), Checks::kPassWhenRight};
  // The error that a test waits for is raised by the program, so what follows is not looked at.
  const bool waits = test.find("pytest.raises") != std::string::npos;
  const bool asserts = RE2::PartialMatch(test, R"((?m)^\s*assert\b|assert_\w+\(|pytest\.fail\()");
  return {program::PlainTest(test), waits     ? Checks::kUnknown
                                    : asserts ? Checks::kPassWhenBug
                                              : Checks::kPassWhenRight};
}

std::string HashOf(const std::string& text) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(HashBytes(text)));
  return out;
}

class Reader {
 public:
  explicit Reader(const Toml& notes) : notes_(notes) {}

  void Take(const Library& library, const fs::path& folder, const Row& row) {
    const std::string name = folder.filename().string(), id = name.substr(6);
    const auto test = ReadFile((folder / StrCat("test_", name, ".py")).string(), kMostBytes);
    if (!test.ok()) return LeaveOut("without a program");
    const Text text = TextOf(folder, *test);
    if (!ImportsFramework(text.program)) return LeaveOut("without a program");
    if (!program::TestsThatDoNotRun(text.program).empty())
      return LeaveOut("whose tests are no plain program");
    knowledge::Issue issue;
    issue.repo = library.repository;
    issue.title = row.title;
    issue.programs = {text.program};
    const knowledge::Parts parts = knowledge::SplitIssue(issue);
    if (row.device == "GPU" || !parts.platforms.empty()) return LeaveOut("for another platform");
    const Toml& note = notes_[library.folder][id];
    const bool known = note && note["test"].Text() == HashOf(*test);
    if (known && note["unshown"]) return LeaveOut("whose test cannot show the bug");
    out_.cases.push_back(Case(library, id, row, text, parts));
    if (known && note["fixed_version"]) out_.cases.back().shows = false;
  }

  BugFolderCases Finish() { return std::move(out_); }

 private:
  static StudyCase Case(const Library& library, const std::string& id, const Row& row,
                        const Text& text, const knowledge::Parts& parts) {
    const std::string what = row.title.empty() ? row.api : row.title;
    return {.id = StrCat(library.repository, "#", id),
            .framework = knowledge::FrameworkOfRepo(library.repository),
            .api = row.api,
            .program = PlainReport(text.program),
            .report = what,
            .is_bug = true,
            .checks = text.checks,
            .may_be_mended = true,
            .bug_type = BugTypeOfReport(parts.symptoms, what)};
  }

  void LeaveOut(const char* why) { ++out_.left_out[why]; }

  const Toml& notes_;
  BugFolderCases out_;
};

}  // namespace

bool HasBugFolders(const std::string& root) {
  return std::ranges::any_of(kLibraries, [&](const Library& library) {
    return !FoldersIn(fs::path(root) / library.folder).empty();
  });
}

Result<BugFolderCases> CasesOfBugFolders(const std::string& root, const std::string& notes) {
  ASSAY_ASSIGN(
      const Toml known,
      Toml::Load(notes.empty() ? lab::HomeFolder() + "/data/bugs/bugsindlls.toml" : notes));
  Reader reader(known);
  for (const Library& library : kLibraries) {
    auto rows = RowsOf(StrCat(root, "/bug_dataset_", library.folder, ".csv"));
    for (const fs::path& folder : FoldersIn(fs::path(root) / library.folder))
      reader.Take(library, folder, rows[folder.filename().string().substr(6)]);
  }
  return reader.Finish();
}

}  // namespace assay::judge::model
