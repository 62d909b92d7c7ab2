// Folders of one process each, which go away with it, and after it where it was killed.
//
// The name holds the process number, and the process holds a lock on a file in the folder: a folder
// whose process is gone is swept away by the next one. The lock guards those of processes that this
// one cannot see, in another container that shares /tmp.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::program {

inline constexpr const char* kBoxFolders = "/tmp";  // not $TMPDIR: another user must reach it

// A new folder that every user may read, below `parent`; locked until this process ends.
Result<std::string> MakeOwnFolder(const std::string& parent = kBoxFolders);

// Removes folders of this user whose process is gone. Returns how many.
size_t SweepOwnFolders(const std::string& parent = kBoxFolders);

}  // namespace assay::program
