// What a child process is started with: its channels, and the start itself. Process is what others
// use.
#pragma once

#include <sys/types.h>

#include "lab/process.h"

namespace assay::lab {

// Both sides of a socket and of a pipe, and the stage page; what is still here is closed.
struct Channels {
  int ours = -1, theirs = -1, output_read = -1, output_write = -1, stage = -1;

  Channels() = default;
  Channels(const Channels&) = delete;
  ~Channels();
  Status Open();
};

// Our side of a child.
struct Child {
  pid_t pid = -1;
  int socket = -1, output = -1;
  volatile uint8_t* stage = nullptr;
};

// Takes what is ours from `channels`.
Result<Child> Adopt(pid_t pid, Channels& channels);

// Starts a program.
Result<Child> Spawn(const Command& command, const ProcessLimits& limits);

// Closes and ends all of it.
void Release(Child& child);

// The session that it leads, and the child itself, which is then reaped.
Exit EndSession(pid_t pid);

}  // namespace assay::lab
