// What is said to program_server.py and what it answers; its head comment describes the frames.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/lab/program_lab.h"

namespace assay::program {

// The environment of the server, and so of every program. No GPU is seen that was not asked for.
std::map<std::string, std::string> ServerVariables(bool gpu);

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

// Frames to and from program_server.py: 4 bytes of length, then text.

// `passed`: a descriptor that the other side gets along with it; -1: none.
Status SendFrame(int socket, const std::string& text, int passed = -1);
Result<std::string> ReceiveFrame(int socket, double seconds);

}  // namespace assay::program
