// The connection to one program_server.py in its sandbox.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "program/lab/program_lab.h"
#include "program/sandbox.h"

namespace assay::program {

struct ServerOptions {
  std::string environment;           // folder
  std::vector<std::string> preload;  // packages to import before the first program
  SandboxStrength strength = SandboxStrength::kNone;
};

class Server {
 public:
  static Result<Server> Start(const ServerOptions& options);
  Server(Server&& other) noexcept;
  Server& operator=(Server&& other) noexcept;
  ~Server();  // ends it and everything in it

  // Its threads after the imports. With more than one its children would miss some that the
  // framework counts on.
  int threads() const { return threads_; }

  // One run; status is not judged yet. After an error the server is of no use.
  Result<ProgramRun> Run(const ProgramRequest& request);

 private:
  Server() = default;
  void Close();
  Status Send(const std::string& frame);
  Result<std::string> Receive(double seconds);

  pid_t pid_ = -1;
  int socket_ = -1;
  int error_ = -1;  // what the server itself prints
  bool weak_ = false;
  int threads_ = 1;
};

}  // namespace assay::program
