// One program_server.py in its sandbox. It runs no program itself: every connection to it is served
// by a fork of it, so that several threads share what it has imported.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/sandbox.h"

namespace assay::program {

struct ServerOptions {
  std::string environment;           // folder
  std::vector<std::string> preload;  // packages to import before the first program
  SandboxStrength strength = SandboxStrength::kNone;
  bool gpu = false;  // programs get the machine's
};

class ServerProcess {
 public:
  static Result<std::shared_ptr<ServerProcess>> Start(const ServerOptions& options);
  ~ServerProcess();  // ends it and everything in it
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  struct Connection {
    int socket = -1;
    pid_t handler = -1;  // who serves it, as the server counts processes
  };
  // Any thread. The caller closes the socket.
  Result<Connection> Connect();
  // Ends the one who serves a connection, and the program that it runs.
  void End(pid_t handler);

  // Its threads after the imports. With more than one its forks would miss some that the framework
  // counts on.
  int threads() const { return threads_; }
  double start_seconds() const { return start_seconds_; }
  // The start of what the server printed about itself since it was last asked.
  std::string Printed() const;

 private:
  ServerProcess() = default;

  pid_t pid_ = -1;
  std::mutex control_;
  int socket_ = -1;
  int error_ = -1;
  bool weak_ = false;
  int threads_ = 1;
  double start_seconds_ = 0;
};

// Work that belongs to a thread which lives as long as the program does.

// Runs `work` there and waits for it. The kernel ends a process with the *thread* that started it
// (PR_SET_PDEATHSIG): what several threads share must not end with one of them, and still has to
// end with the program.
void OnLastingThread(const std::function<void()>& work);

}  // namespace assay::program
