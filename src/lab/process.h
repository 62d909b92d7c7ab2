// A child process under limits, with a socket for talking, a page for its stage and one pipe for
// whatever it prints.
//
// The child leads a session of its own, dies with the thread that started it, writes no core
// files, and is the first that the kernel ends when memory runs out. Nothing it prints can mix with
// the protocol: its stdout and stderr are the pipe, its stdin is empty.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::lab {

struct ProcessLimits {
  uint64_t address_space = 0;              // bytes; 0: none
  uint64_t file_size = uint64_t{4} << 30;  // bytes of any one file
};

struct Command {
  std::vector<std::string> words;
  std::map<std::string, std::string> variables;  // the whole environment
  std::string folder;                            // where it runs
};

// How a process ended.
struct Exit {
  bool signalled = false;
  int number = 0;  // the signal or the exit code
};

class Process {
 public:
  // In the child: the socket is descriptor 3, the stage page descriptor 4.
  static constexpr int kSocketInChild = 3;
  static constexpr int kStageInChild = 4;

  static Result<Process> Start(const Command& command, const ProcessLimits& limits);

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  Process(const Process&) = delete;
  // Ends the child and all of its session at once, and reaps it.
  ~Process();

  pid_t pid() const { return pid_; }
  int socket() const { return socket_; }
  int output() const { return output_; }
  // The number that the child last wrote to its stage page.
  uint8_t stage() const;
  void ClearStage();
  // CPU time used so far in seconds; negative when it cannot be read.
  double CpuSeconds() const;
  // Seconds that each of its threads, by id, so far stood in line for a CPU; empty when the kernel
  // does not tell.
  std::map<int, double> QueueSeconds() const;
  // Bytes of memory that it holds now; 0 when it cannot be read.
  uint64_t ResidentBytes() const;
  // True when it has ended; `exit` then says how.
  bool Ended(Exit& exit);
  // Kills the whole session and reaps the child.
  Exit Kill();

 private:
  Process() = default;
  void Close();

  pid_t pid_ = -1;
  bool reaped_ = false;
  Exit exit_;
  int socket_ = -1;
  int output_ = -1;
  volatile uint8_t* stage_ = nullptr;
};

// "segmentation fault", "abort", "exit code 3"…
std::string ExitText(const Exit& exit);

}  // namespace assay::lab
