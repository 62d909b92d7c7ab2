// A connection to a program_server.py: one program at a time.
#pragma once

#include <sys/types.h>

#include <memory>

#include "base/result.h"
#include "program/lab/program_lab.h"
#include "program/lab/server_process.h"

namespace assay::program {

class Server {
 public:
  // A process of its own.
  static Result<Server> Start(const ServerOptions& options);
  // Of the process that others with the same options already have; it ends with the last of them.
  static Result<Server> Join(const ServerOptions& options);
  // Whether somebody has such a process.
  static bool Runs(const ServerOptions& options);

  Server(Server&& other) noexcept;
  Server& operator=(Server&& other) noexcept;
  ~Server();

  int threads() const { return process_->threads(); }
  double start_seconds() const { return process_->start_seconds(); }

  // One run; status is not judged yet. After an error the connection is of no use.
  Result<ProgramRun> Run(const ProgramRequest& request);

 private:
  Server() = default;
  static Result<Server> To(std::shared_ptr<ServerProcess> process);
  void Close();

  std::shared_ptr<ServerProcess> process_;
  ServerProcess::Connection connection_;
};

}  // namespace assay::program
