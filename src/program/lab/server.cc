#include "program/lab/server.h"

#include <unistd.h>

#include <map>
#include <mutex>
#include <utility>

#include "base/strings.h"
#include "program/lab/server_messages.h"

namespace assay::program {
namespace {

constexpr double kGraceSeconds = 20;  // beyond a program's own limit, which the server watches

// The process that all labs with the same options share.
struct Place {
  std::mutex mutex;  // held while it starts: who comes meanwhile waits for it
  std::weak_ptr<ServerProcess> process;
};

Place& PlaceOf(const ServerOptions& options) {
  static std::mutex mutex;
  static auto* const places = new std::map<std::string, Place>();
  const std::string key = StrCat(options.environment, "\n", static_cast<int>(options.strength),
                                 options.gpu ? " on GPU\n" : "\n", Join(options.preload, "\n"));
  const std::lock_guard<std::mutex> lock(mutex);
  return (*places)[key];
}

}  // namespace

Result<Server> Server::To(std::shared_ptr<ServerProcess> process) {
  Server out;
  ASSAY_ASSIGN(out.connection_, process->Connect());
  out.process_ = std::move(process);
  return out;
}

Result<Server> Server::Start(const ServerOptions& options) {
  ASSAY_ASSIGN(auto process, ServerProcess::Start(options));
  return To(std::move(process));
}

Result<Server> Server::Join(const ServerOptions& options) {
  Place& place = PlaceOf(options);
  const std::lock_guard<std::mutex> lock(place.mutex);
  if (auto running = place.process.lock()) {
    Result<Server> joined = To(std::move(running));
    if (joined.ok()) return joined;
    // It died meanwhile, and those who had it have not noticed yet.
  }
  ASSAY_ASSIGN(auto process, ServerProcess::Start(options));
  place.process = process;
  return To(std::move(process));
}

bool Server::Runs(const ServerOptions& options) {
  Place& place = PlaceOf(options);
  const std::lock_guard<std::mutex> lock(place.mutex);
  return !place.process.expired();
}

Server::Server(Server&& other) noexcept { *this = std::move(other); }

Server& Server::operator=(Server&& other) noexcept {
  if (this == &other) return *this;
  Close();
  process_ = std::move(other.process_);
  connection_ = std::exchange(other.connection_, {});
  return *this;
}

Server::~Server() { Close(); }

void Server::Close() {
  if (connection_.socket < 0) return;
  close(connection_.socket);
  if (process_) process_->End(connection_.handler);
  connection_ = {};
  process_.reset();
}

Result<ProgramRun> Server::Run(const ProgramRequest& request) {
  ASSAY_RETURN_IF_ERROR(SendFrame(connection_.socket, RunMessage(request)));
  const Result<std::string> text =
      ReceiveFrame(connection_.socket, request.limits.wall_s + kGraceSeconds);
  if (!text.ok())
    return Invalid(StrCat("the program server: ", text.error().message, ": ", process_->Printed()));
  Result<ProgramRun> run = ReadReply(*text);
  if (!run.ok())
    return Invalid(StrCat("the sandbox of a program could not be made: ", run.error().message,
                          process_->Printed()));
  return run;
}

}  // namespace assay::program
