#include "web/http_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "base/strings.h"
#include "web/guard.h"
#include "web/guarded_stream.h"

namespace assay::web {
namespace {

constexpr size_t kMostConnections = 256;
constexpr size_t kMostRequests = 200;  // of one connection
constexpr double kIdleSeconds = 15;    // between two requests of a connection
constexpr size_t kLargestBody = 64 << 10;
constexpr int kBacklog = 128;

struct Exchange {
  bool accepts_gzip = false;
  bool close = false;
};
thread_local Exchange exchange;

// Connections are handed out by process_and_close_socket, so the library needs no threads.
class Inline : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override { task(); }
  void shutdown() override {}
};

// Written by hand where the library has given up.
std::string PlainAnswer(const char* status, const char* message) {
  std::string out = StrCat("HTTP/1.1 ", status, "\r\nConnection: close\r\n");
  for (const auto& [name, value] : SafeHeaders()) out += StrCat(name, ": ", value, "\r\n");
  const std::string body = StrCat("{\"error\": \"", message, "\"}");
  return StrCat(out,
                "Content-Type: application/json\r\nRetry-After: 2\r\nContent-Length: ", body.size(),
                "\r\n\r\n", body);
}

void Refuse(socket_t socket) {
  const std::string answer =
      PlainAnswer("503 Service Unavailable", "too many connections; try again in a moment");
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

HttpServer::HttpServer(std::function<bool(const httplib::Request&, httplib::Response&)> before_body,
                       Handler with_body)
    : connections_(kMostConnections) {
  new_task_queue = [] { return new Inline; };
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

void HttpServer::Listen() { listen_after_bind(); }

bool HttpServer::AcceptsGzip() { return exchange.accepts_gzip; }
void HttpServer::CloseAfterwards() { exchange.close = true; }

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
    exchange = {};
    bool closed = false;
    const bool good = process_request(stream, served + 1 == kMostRequests, closed,
                                      [&](httplib::Request& request) {
                                        connections_.SetWaiting(socket, false);
                                        Prepare(request);
                                      });
    if (!stream.answered() && stream.trouble() != GuardedStream::Trouble::kNone) {
      const bool slow = stream.trouble() == GuardedStream::Trouble::kSlow;
      const std::string answer =
          slow ? PlainAnswer("408 Request Timeout", "the request took too long")
               : PlainAnswer("431 Request Header Fields Too Large", "the request is too large");
      stream.write(answer.data(), answer.size());
    }
    if (good && !closed && !exchange.close && !connections_.closing()) continue;
    if (stream.answered()) stream.Drain();
    return;
  }
}

}  // namespace assay::web
