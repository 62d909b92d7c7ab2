// Runs a program to its end under limits, in a folder of its own, and keeps what it printed.
#pragma once

#include <string>

#include "lab/process.h"

namespace assay::report {

struct Ended {
  lab::Exit exit;
  bool timed_out = false;
  std::string output;  // stdout and stderr as they came; the end of it when there is much
  double seconds = 0;
};

// An error: the program cannot be started.
Result<Ended> RunCommand(const lab::Command& command, const lab::ProcessLimits& limits,
                         double wall_s);

// A new empty folder under the system's folder for temporary files, removed with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace assay::report
