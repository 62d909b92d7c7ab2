#include "bugs/run/suite_setup.h"

#include <stdlib.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "bugs/run/journal.h"
#include "bugs/run/outcome_json.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// /tmp/dnnbugs.11-16-2026-06:12:44.AbCdEf, as the database's own tool names it.
Result<std::string> NewLogDirectory() {
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  localtime_r(&now, &day);
  char text[64];
  std::strftime(text, sizeof text, "/tmp/dnnbugs.%m-%d-%Y-%T.XXXXXX", &day);
  if (mkdtemp(text) == nullptr) return Invalid(StrCat("no folder for logs can be made: ", text));
  return std::string(text);
}

}  // namespace

Result<std::string> LogDirectory(const std::string& wanted, bool resume) {
  if (wanted.empty()) {
    if (resume)
      return Invalid("--resume goes on in a --log-directory: name that of the earlier run");
    return NewLogDirectory();
  }
  std::error_code failed;
  const bool there = fs::exists(Journal::FileIn(wanted), failed);
  if (resume && !there)
    return Invalid(StrCat("--resume: ", wanted, " holds no journal of an earlier run"));
  if (!resume && there)
    return Invalid(StrCat(wanted, " holds the results of an earlier run; --resume goes ",
                          "on with it, another --log-directory begins anew"));
  fs::create_directories(wanted, failed);
  if (failed) return Invalid(StrCat("--log-directory ", wanted, ": ", failed.message()));
  return std::string(fs::absolute(wanted));
}

Result<std::vector<const Bug*>> ChooseToRun(const Database& database, const std::string& library,
                                            const std::string& ids) {
  std::vector<const Bug*> out;
  if (!ids.empty()) {
    if (library.empty()) return Invalid("--bug-id names bugs of one --library");
    for (const std::string& id : Split(ids, ',')) {
      ASSAY_ASSIGN(const Bug* bug, database.Find(library, id));
      if (std::ranges::find(out, bug) == out.end()) out.push_back(bug);
    }
    return out;
  }
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() && (library.empty() || bug.library == library)) out.push_back(&bug);
  return out;
}

SuiteCounts CountBy(const std::vector<const Bug*>& bugs, const std::vector<DoneTest>& done) {
  SuiteCounts out;
  for (const Bug* bug : bugs)
    if (out.empty() || out.back().first != bug->library)
      out.emplace_back(bug->library, SuiteCount{});
  for (auto& [library, count] : out)
    for (const DoneTest& one : done) {
      if (one.library != library) continue;
      ++count.all;
      ++(one.outcome == Outcome::kReproduced ? count.pass
         : one.outcome == Outcome::kFailed   ? count.fail
                                             : count.unsatisfied);
    }
  return out;
}

nlohmann::json SummaryJson(const SuiteCounts& counts, const Suite& suite,
                           const std::string& log_directory) {
  nlohmann::json out = {{"log_directory", log_directory},
                        {"interrupted", suite.interrupted},
                        {"libraries", nlohmann::json::object()},
                        {"tests", nlohmann::json::array()}};
  for (const auto& [library, count] : counts)
    out["libraries"][library] = {{"total", count.all},
                                 {"pass", count.pass},
                                 {"fail", count.fail},
                                 {"vio-pre", count.unsatisfied}};
  for (const DoneTest& done : suite.done) out["tests"].push_back(ToJson(done));
  return out;
}

}  // namespace assay::bugs
