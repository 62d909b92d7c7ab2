// What a sandboxed command sees of the file system, independent of who mounts it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/sandbox.h"

namespace assay::program {

// Who the command is inside.
inline constexpr int kInsideId = 1000;
inline constexpr const char* kWorkFolder = "/tmp/work";
inline constexpr const char* kHomeFolder = "/tmp/home";

struct Mount {
  enum class Kind {
    kReadOnly,  // `source` of the host, read-only
    kDevice,    // a device file of the host
    kTmpfs,     // empty, at most `bytes`
    kFolder,    // a new folder
    kLink,      // a symbolic link to `source`
    kProc,      // the process table of the sandbox
  };
  Kind kind;
  std::string target;
  std::string source;
  uint64_t bytes = 0;
  bool folder = true;  // kReadOnly: a folder, otherwise a file
};

// In the order to be made; parents first. `readable` are real paths of folders, files or
// symbolic links; the folders on the way are none. A device file (a GPU's) can be written too.
std::vector<Mount> PlanMounts(const std::vector<std::string>& readable, uint64_t scratch_bytes);

// A folder of this process, made once and removed at its end: `root` and `stage` are empty places
// to mount on, `etc` holds files for /etc. Readable for every user.
Result<std::string> PlanFolder();

// A new folder in it, for a sandbox that cannot have one of its own.
Result<std::string> MakeScratch();

// Folders of one process each, which go away with it, and after it where it was killed.
//
// The name holds the process number, and the process holds a lock on a file in the folder: a folder
// whose process is gone is swept away by the next one. The lock guards those of processes that this
// one cannot see, in another container that shares /tmp.
inline constexpr const char* kBoxFolders = "/tmp";  // not $TMPDIR: another user must reach it

// A new folder that every user may read, below `parent`; locked until this process ends.
Result<std::string> MakeOwnFolder(const std::string& parent = kBoxFolders);

// Removes folders of this user whose process is gone. Returns how many.
size_t SweepOwnFolders(const std::string& parent = kBoxFolders);

}  // namespace assay::program
