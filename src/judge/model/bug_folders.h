// Folders of BugsInDLLs as cases of the study: <library>/issue_<id>/, with what the library's table
// (bug_dataset_<library>.csv) says of each.
//
// Their tests pass while the bug is there, the other way round from the programs of reports. They
// were reproduced in an older version; whether the installed one shows the bug is known only where
// data/bugs/bugsindlls.toml says that it is mended.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "judge/model/study.h"

namespace assay::judge::model {

// Whether `root` has such a folder in one of the libraries'.
bool HasBugFolders(const std::string& root);

struct BugFolderCases {
  std::vector<StudyCase> cases;            // by library, then by name
  std::map<std::string, size_t> left_out;  // by reason
};

// `notes`: "" for the project's own file.
Result<BugFolderCases> CasesOfBugFolders(const std::string& root, const std::string& notes = "");

}  // namespace assay::judge::model
