// A Python program of our own in one of the environments, run as it is. What asks a framework about
// itself runs in the sandbox instead (api/introspect.cc).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

struct PythonRun {
  std::string what;                              // for errors: "embedding names"
  std::vector<std::string> words;                // the interpreter first
  std::map<std::string, std::string> variables;  // beside PATH, HOME and what keeps it quiet
  std::string folder;                            // where it runs
  std::function<void(const std::string&)> line;  // hears every line as it is printed
};

// Waits for it, ten minutes at most. The error holds the end of what it printed.
Status RunPython(const PythonRun& run);

// A folder for temporary files that goes away with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ~ScratchFolder();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace assay::knowledge
