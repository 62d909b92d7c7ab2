// What was seen of both sides of bugs: on the version that has it, and on the one that mends it.
//
// Kept per database in <root>/verified.json, where the database's owner writes it back, and for
// everybody below the cache folder: {"jax/11467": {"x86_64": record, …}}. A record counts as long
// as the bug's folder is unchanged, on the machine where it was made; one that names no machine, as
// older ones, counts on all.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

struct Verified {
  std::string folder_hash;  // of the files that decide: test, code, requirements, notes
  bool holds = false;       // shown on one side, gone on the other
  std::string reason;       // why not
  std::string fixed_version;
  std::string buggy_message, fixed_message;  // what the library said on each side, in a line
  std::string python;
};

std::string FolderHash(const Bug& bug);

// The record of an unchanged folder, of the database or of this user; none otherwise.
std::optional<Verified> FindVerified(const Bug& bug, const std::string& machine = HostMachine());

// `root`: where to keep it, "" below the cache folder. Safe between processes.
Status KeepVerified(const Bug& bug, const Verified& record, const std::string& root,
                    const std::string& machine = HostMachine());

// The folder that holds the bug's library folder.
std::string RootOf(const Bug& bug);

}  // namespace assay::bugs
