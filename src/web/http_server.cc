#include "web/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>

#include "web/guard.h"
#include "web/refusal.h"

namespace assay::web {
namespace {

// A client that has just been waited for so long is not worth closing.
constexpr auto kPatience = std::chrono::seconds(1);

constexpr size_t kMostConnections = 256;
constexpr size_t kMostRequests = 200;  // of one connection
constexpr double kIdleSeconds = 15;    // between two requests of a connection
constexpr int kBacklog = 128;
// After a connection that could not be accepted. Those that wait are kept by the system meanwhile.
constexpr auto kAcceptPause = std::chrono::milliseconds(20);
// A client that is gone without a word, a laptop that was shut say, is noticed so soon after
// something was sent to it, and gives back its place among the live viewers.
constexpr unsigned kGoneMs = 30000;

struct Exchange {
  const GuardedStream* stream = nullptr;
  bool accepts_gzip = false;
  bool close = false;
};
thread_local Exchange exchange;

void Refuse(socket_t socket) {
  const std::string answer = PlainAnswer(kTooManyConnections);
  (void)send(socket, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  shutdown(socket, SHUT_RDWR);
  close(socket);
}

void Prepare(httplib::Request& request) {
  exchange.accepts_gzip =
      request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
  request.headers.erase("Accept-Encoding");
  request.headers.erase("Range");  // nothing here is so large
  request.ranges.clear();
}

}  // namespace

void Connections::MakeRoom() {
  auto oldest = open_.end();
  for (auto it = open_.begin(); it != open_.end(); ++it)
    if (it->second.waiting && (oldest == open_.end() || it->second.since < oldest->second.since))
      oldest = it;
  if (oldest == open_.end() || Clock::now() - oldest->second.since < kPatience) return;
  // Its thread notices, and closes it.
  shutdown(oldest->first, SHUT_RDWR);
  oldest->second.waiting = false;
}

bool Connections::Take(int socket, std::function<void()> serve) {
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return false;
    // A few above the limit, while those that were closed are going away.
    if (open_.size() >= most_) MakeRoom();
    if (open_.size() >= most_ + most_ / 4) return false;
    open_[socket] = {true, Clock::now()};
  }
  try {
    std::thread([this, socket, serve = std::move(serve)] {
      try {
        serve();
      } catch (...) {
        // A connection that fails is closed; no other notices.
      }
      const std::lock_guard lock(mutex_);
      // Under the lock: the number may be given to a new connection at once.
      shutdown(socket, SHUT_RDWR);
      close(socket);
      open_.erase(socket);
      if (open_.empty()) done_.notify_all();
    }).detach();
  } catch (const std::system_error&) {  // no more threads
    const std::lock_guard lock(mutex_);
    open_.erase(socket);
    return false;
  }
  return true;
}

void Connections::SetWaiting(int socket, bool waiting) {
  const std::lock_guard lock(mutex_);
  const auto it = open_.find(socket);
  if (it != open_.end()) it->second = {waiting, Clock::now()};
}

void Connections::CloseOldest() {
  const std::lock_guard lock(mutex_);
  MakeRoom();
}

void Connections::CloseAll() {
  std::unique_lock lock(mutex_);
  closing_ = true;
  for (const auto& [socket, state] : open_) shutdown(socket, SHUT_RDWR);
  done_.wait(lock, [this] { return open_.empty(); });
}

bool Connections::closing() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

size_t Connections::count() const {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

HttpServer::HttpServer(std::function<bool(const httplib::Request&, httplib::Response&)> before_body,
                       Handler with_body)
    : connections_(kMostConnections) {
  httplib::Headers headers;
  for (const auto& header : SafeHeaders()) headers.insert(header);
  set_default_headers(std::move(headers));
  set_payload_max_length(kLargestBody);
  // What the answers say of it; it is held to below.
  set_keep_alive_timeout(static_cast<time_t>(kIdleSeconds));
  set_keep_alive_max_count(kMostRequests);
  // Head and body of an answer are two writes: the second must not wait for the client.
  set_tcp_nodelay(true);
  // Not the library's: with SO_REUSEPORT two servers would share a port without noticing.
  set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  set_pre_routing_handler([answer = std::move(before_body)](const httplib::Request& request,
                                                            httplib::Response& response) {
    return answer(request, response) ? HandlerResponse::Handled : HandlerResponse::Unhandled;
  });
  Post(".*", std::move(with_body));
}

int HttpServer::Bind(const std::string& host, int port) {
  const int bound = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
  if (bound > 0) ::listen(svr_sock_, kBacklog);
  return bound;
}

HttpServer::~HttpServer() {
  if (svr_sock_ != INVALID_SOCKET) close(svr_sock_);
}

socket_t HttpServer::Accept(socket_t listening) {
  return accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
}

void HttpServer::Listen() {
  while (!stopping_) {
    const socket_t socket = Accept(svr_sock_);
    if (socket != INVALID_SOCKET) {
      setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &kGoneMs, sizeof kGoneMs);
      process_and_close_socket(socket);
    } else if (errno != EINTR && !stopping_) {
      // No more files can be opened: the client that has been silent longest makes room.
      if (errno == EMFILE || errno == ENFILE) connections_.CloseOldest();
      std::this_thread::sleep_for(kAcceptPause);
    }
  }
}

void HttpServer::Stop() {
  stopping_ = true;
  // Wakes Accept(), and makes it fail from now on; closed later, when nobody uses its number.
  if (svr_sock_ != INVALID_SOCKET) shutdown(svr_sock_, SHUT_RDWR);
}

bool HttpServer::AcceptsGzip() { return exchange.accepts_gzip; }
void HttpServer::CloseAfterwards() { exchange.close = true; }
GuardedStream::Trouble HttpServer::TroubleOfRequest() {
  return exchange.stream == nullptr ? GuardedStream::Trouble::kNone : exchange.stream->trouble();
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  if (!connections_.Take(socket, [this, socket] { Serve(socket); })) Refuse(socket);
  return true;
}

void HttpServer::Serve(socket_t socket) {
  GuardedStream stream(socket);
  for (size_t served = 0; served < kMostRequests; ++served) {
    connections_.SetWaiting(socket, true);
    if (!stream.WaitForRequest(kIdleSeconds)) return;
    stream.BeginRequest();
    exchange = {.stream = &stream};
    bool closed = false;
    const bool good = process_request(stream, served + 1 == kMostRequests, closed,
                                      [&](httplib::Request& request) {
                                        connections_.SetWaiting(socket, false);
                                        stream.BeginBody();
                                        Prepare(request);
                                      });
    if (!stream.answered() && stream.trouble() != GuardedStream::Trouble::kNone) {
      const std::string answer = PlainAnswer(RefusalOf(stream.trouble()));
      stream.write(answer.data(), answer.size());
    }
    if (good && !closed && !exchange.close && !connections_.closing()) continue;
    if (stream.answered()) stream.Drain();
    return;
  }
}

}  // namespace assay::web
