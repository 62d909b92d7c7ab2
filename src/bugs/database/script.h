// What a script that reproduces a bug asks of its machine. The script itself is never run: assay
// makes the environment and runs the test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::bugs {

struct ScriptAsks {
  std::string python;                 // "3.11", "3.8.5"; "": it names none
  std::vector<std::string> installs;  // words behind `pip install` that are no requirements file
  bool conda = false, docker = false;
  bool docker_gpus = false;  // docker run --gpus
  bool only_macos = false;
  std::string source;  // a repository that it builds; "": none
};

ScriptAsks ReadScript(std::string_view text);

// The Python of the image that a Dockerfile begins with or installs; "": it does not say.
std::string PythonOfDockerfile(std::string_view text);

// What in the test's text (or the file that it runs) wants a GPU; "": nothing.
std::string WantsGpu(std::string_view code);

}  // namespace assay::bugs
