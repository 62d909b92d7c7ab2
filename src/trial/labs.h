// The program labs of one thread: one per environment, opened when it is first needed.
#pragma once

#include <map>
#include <string>

#include "program/lab/program_lab.h"

namespace assay::trial {

class Labs {
 public:
  explicit Labs(bool unsafe) : unsafe_(unsafe) {}
  // In a child of a warm process; `cold`: in a process of its own. `slow`: it may take minutes.
  Result<program::ProgramOutcome> Run(const std::string& environment, const std::string& program,
                                      bool slow, bool cold = false);

 private:
  bool unsafe_;
  std::map<std::string, program::ProgramLab> warm_;
};

// What is installed: "2.13.0"; "" when it does not say.
std::string InstalledVersion(const std::string& framework, const std::string& environment,
                             bool unsafe);

}  // namespace assay::trial
