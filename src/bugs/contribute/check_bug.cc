#include "bugs/contribute/check_bug.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/contribute/new_bug.h"
#include "bugs/tools/ground_truth.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

std::string FileText(const Bug& bug, const std::string& name) {
  const auto text = ReadFile(bug.folder + "/" + name, 1 << 20);
  return text.ok() ? *text : "";
}

bool IsThere(const Bug& bug, const std::string& name) {
  std::error_code failed;
  return fs::exists(bug.folder + "/" + name, failed);
}

std::string TestText(const Bug& bug) { return FileText(bug, "test_issue_" + bug.id + ".py"); }

// Good when nothing is missing.
Checked Listing(const std::string& name, const std::vector<std::string>& missing,
                const std::string& remedy) {
  return {name, missing.empty(), true,
          missing.empty() ? "" : StrCat(Join(missing, ", "), ": ", remedy)};
}

Checked FilesThere(const Bug& bug) {
  std::vector<std::string> missing;
  for (const std::string& file : {std::string("reproduce_bug.sh"), std::string("requirements.txt"),
                                  StrCat("test_issue_", bug.id, ".py")})
    if (!IsThere(bug, file)) missing.push_back(file);
  if (TestText(bug).find("buggy_code.py") != std::string::npos && !IsThere(bug, "buggy_code.py"))
    missing.emplace_back("buggy_code.py");
  return Listing("files", missing, "missing");
}

Checked RowFilled(const Bug& bug) {
  if (!bug.row.has_value())
    return {"row", false, true,
            StrCat("bug_dataset_", bug.library, ".csv has no row for ", bug.id, "; add one")};
  const BugRow& row = *bug.row;
  std::vector<std::string> missing;
  for (const auto& [name, cell] : {std::pair<const char*, const std::string&>{"Title", row.title},
                                   {"Device", row.device},
                                   {"Buggy Version", row.buggy_version},
                                   {"Buggy API", row.buggy_api},
                                   {"Type", row.type}})
    if (cell.empty()) missing.emplace_back(name);
  if (row.reproduced != "Yes") missing.emplace_back("Reproduced (Yes)");
  return Listing("row", missing, "fill in these cells");
}

Checked TypeKnown(const Bug& bug) {
  const std::string type = bug.row.has_value() ? bug.row->type : "";
  const bool good = !ManifestationType(type).empty();
  return {"type", good, true,
          good ? "" : StrCat("'", type, "' is not one of the 18 manifestation types")};
}

Checked Pinned(const Bug& bug) {
  std::vector<std::string> loose;
  for (const std::string& line : bug.requirements)
    if (!line.starts_with('-') && !RE2::PartialMatch(line, R"(==|@|\.whl)")) loose.push_back(line);
  if (bug.requirements.empty())
    return {"requirements", false, true, "requirements.txt names no package; pin the library"};
  return Listing("requirements", loose, "pin an exact version, as in numpy==1.26.4");
}

Checked VersionAgrees(const Bug& bug) {
  const std::string pinned = VersionOf(bug);
  const std::string told = bug.row.has_value() ? bug.row->buggy_version : "";
  const bool good = !told.empty() && pinned == told;
  return {"version", good, true,
          good ? "" : StrCat("the row says '", told, "', requirements.txt '", pinned, "'")};
}

Checked NothingLeft(const Bug& bug) {
  std::vector<std::string> places;
  std::error_code no_file;
  for (const fs::path& path : EntriesOf(bug.folder)) {
    if (!fs::is_regular_file(path, no_file)) continue;
    const std::string name = path.filename();
    int number = 0;
    for (const std::string& line : Split(FileText(bug, name), '\n')) {
      ++number;
      if (line.find(kLeftover) != std::string::npos || RE2::PartialMatch(line, "@[A-Z]+@"))
        places.push_back(StrCat(name, ":", number));
    }
  }
  return Listing("template", places, "finish what the template left open");
}

Checked ScriptFits(const Bug& bug) {
  const std::string script = FileText(bug, "reproduce_bug.sh");
  const bool names =
      script.find(StrCat("test_issue_", bug.id, ".py")) != std::string::npos || bug.uses_docker;
  return {"script", names && (bug.uses_conda || bug.uses_docker), true,
          !names ? StrCat("reproduce_bug.sh does not run test_issue_", bug.id, ".py")
          : bug.uses_conda || bug.uses_docker
              ? ""
              : "reproduce_bug.sh makes no environment by conda or docker"};
}

// An exception of any kind is also raised by a missing package.
Checked OracleNarrow(const Bug& bug) {
  const std::string test = TestText(bug);
  const bool any = RE2::PartialMatch(test, R"(pytest\.raises\(\s*(Base)?Exception\s*[,)])");
  const bool asserts = RE2::PartialMatch(test, R"(\bassert\b|pytest\.raises)");
  return {"oracle", asserts && !any, true,
          any        ? "pytest.raises(Exception) is satisfied by anything; name the type"
          : !asserts ? "the test asserts nothing"
                     : ""};
}

Checked CheckedSide(const std::string& name, const Bug& bug, const RunOptions& options,
                    Outcome wanted) {
  RunOptions one_side = options;
  one_side.both_sides = false;
  const auto run = RunTest(bug, one_side);
  if (!run.ok()) return {name, false, false, run.error().message};
  if (run->outcome == Outcome::kUnsatPrereqs) return {name, false, false, run->reason};
  const bool good = run->outcome == wanted;
  return {name, good, true,
          good ? StrCat(wanted == Outcome::kReproduced ? "passes" : "fails, as it should")
               : StrCat(OutcomeName(run->outcome), run->reason.empty() ? "" : ": " + run->reason)};
}

}  // namespace

std::vector<Checked> CheckFiles(const Bug& bug) {
  return {FilesThere(bug),    RowFilled(bug),   TypeKnown(bug),  Pinned(bug),
          VersionAgrees(bug), NothingLeft(bug), ScriptFits(bug), OracleNarrow(bug)};
}

std::vector<Checked> CheckRuns(const Bug& bug, const RunOptions& options) {
  std::vector<Checked> out = {
      CheckedSide("test on the buggy version", bug, options, Outcome::kReproduced)};
  constexpr const char* kFixed = "test on the fixed version";
  if (!bug.notes.has_value() || bug.notes->fixed_version.empty()) {
    out.push_back({kFixed, false, false, "bug.toml names no fixed_version"});
    return out;
  }
  RunOptions other = options;
  other.version = bug.notes->fixed_version;
  out.push_back(CheckedSide(kFixed, bug, other, Outcome::kFailed));
  return out;
}

bool Accepted(const std::vector<Checked>& checks) {
  return std::ranges::all_of(checks,
                             [](const Checked& check) { return check.good || !check.tried; });
}

}  // namespace assay::bugs
