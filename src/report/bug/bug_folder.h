// A finding as a folder of a database of reproducible bugs, in the layout of BugsInDLLs:
//
//   <library>/issue_<id>/reproduce_bug.sh     makes an environment and runs the test
//                        requirements.txt     what it installs
//                        test_issue_<id>.py   passes when the bug shows, fails where it is mended
//                        buggy_code.py        the stand-alone file that the test runs
//   bug_dataset_<library>.csv                 one row per bug
//
// That a passing test means "the bug is here" is that database's convention, not ours.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::report {

struct BugFolder {
  std::string library, id;                   // "pytorch", "120903"
  std::map<std::string, std::string> files;  // name to content
  std::vector<std::string> row;              // of the CSV file, one text per column
};

struct BugSource {
  store::FindingRow row;
  std::map<std::string, nlohmann::json> facts;
  std::vector<store::HistoryRow> history;
  std::string library;
  std::vector<std::string> requirements;  // lines
  std::string python;                     // "3.11"
  std::string op;                         // to blame, as far as known
};

// An error: there is no stand-alone file that was run and showed the failure.
Result<BugFolder> MakeBugFolder(const BugSource& source);

// Columns of the CSV file, in order.
const std::vector<std::string>& BugColumns();

// `csv` with `row` behind the others, or in place of the one with the same id. "" makes a new file.
// An error: it has another header.
Result<std::string> WithBugRow(const std::string& csv, const std::vector<std::string>& row);

// What the database calls the way in which the failure shows: "Incorrect Output", "Aborted", ….
std::string ManifestationOf(const store::FindingRow& row);

}  // namespace assay::report
