#include "bugs/environment/command.h"

#include <unistd.h>

#include <cstdlib>
#include <set>

#include "base/strings.h"

extern char** environ;

namespace assay::bugs {
namespace {

const std::set<std::string> kLeftOut = {"PYTHONPATH",  "PYTHONHOME", "PYTHONSTARTUP",
                                        "VIRTUAL_ENV", "LD_PRELOAD", "PIP_TARGET",
                                        "PIP_PREFIX",  "PIP_USER",   "PIP_REQUIRE_VIRTUALENV"};

void Set(std::map<std::string, std::string>& variables, const std::string& text) {
  if (const size_t at = text.find('='); at != std::string::npos)
    if (const std::string name = text.substr(0, at); !kLeftOut.contains(name))
      variables[name] = text.substr(at + 1);
}

}  // namespace

Result<report::Ended> RunTool(const std::vector<std::string>& words, double wall_s,
                              const std::vector<std::string>& more) {
  lab::Command command{.words = words, .variables = {}, .folder = "/"};
  for (char** variable = environ; *variable != nullptr; ++variable)
    Set(command.variables, *variable);
  for (const std::string& text : more) Set(command.variables, text);
  // A wheel of a framework is larger than what a lab's process may write.
  return report::RunCommand(command, {.file_size = uint64_t{64} << 30}, wall_s);
}

std::string OnPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "" : path, ':')) {
    const std::string program = folder + "/" + name;
    if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
  }
  return "";
}

bool Succeeded(const report::Ended& ended) {
  return !ended.timed_out && !ended.exit.signalled && ended.exit.number == 0;
}

}  // namespace assay::bugs
