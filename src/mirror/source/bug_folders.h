// Programs out of bug folders in the layout of BugsInDLLs: <library>/issue_<id>/, with a test for
// pytest and, where that starts another process, the program itself.
#pragma once

#include <string>
#include <vector>

#include "mirror/check/assess.h"

namespace assay::mirror {

struct BugSource {
  Source source;          // named "pytorch/issue_101"
  std::string framework;  // by the library
};

// By library, then by name. A folder without a program is a note. An error: `root` is no folder, or
// holds none of the libraries.
Result<std::vector<BugSource>> ReadBugFolders(const std::string& root,
                                              std::vector<std::string>& notes);

}  // namespace assay::mirror
