// What is said to program_server.py and what it answers; its head comment describes the frames.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/lab/program_lab.h"

namespace assay::program {

// The environment of the server, and so of every program.
const std::map<std::string, std::string>& ServerVariables();

struct ServerSettings {
  std::string filter;                // of system calls; "": none
  bool isolate = true;               // every program in namespaces of its own
  std::vector<std::string> visible;  // folders and files of the host that programs see
};
std::string SettingsMessage(const ServerSettings& settings);

// The program travels as its bytes: what they mean is for Python to say.
std::string RunMessage(const ProgramRequest& request);

// The run in a reply. An error says that the program could not be started.
Result<ProgramRun> ReadReply(const std::string& text);

}  // namespace assay::program
