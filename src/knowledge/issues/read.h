// Reports out of files: JSON dumps and folders of reproducible bugs.
//
// A dump is one issue, a list, an object with the list under "issues" or "items", or one object per
// line; in the forms of GitHub's REST interface, its command line and GraphQL, or ours. A bug
// folder has the layout of BugsInDLLs: <library>/issue_<number>/ with test_issue_<number>.py and
// perhaps buggy_code.py. One bad entry does not spoil the others: it is told with its file and
// line.
#pragma once

#include <string>
#include <vector>

#include "knowledge/issues/issue.h"

namespace assay::knowledge {

struct Reading {
  std::vector<Issue> issues;
  std::vector<std::string> problems;  // "file:line: what"
  size_t pull_requests = 0;           // left out
};

// An error only when nothing can be read at all. `repo`: of entries that name none.
Result<Reading> ReadIssues(const std::string& path, const std::string& repo = "");

// The content of one dump; `path` is for messages.
Reading ReadDump(const std::string& text, const std::string& path, const std::string& repo = "");

}  // namespace assay::knowledge
