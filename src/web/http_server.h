// The HTTP library's server with our connections and limits in place of its own.
#pragma once

#include <atomic>
#include <functional>

#include "web/connections.h"
#include "web/guarded_stream.h"
#include "web/httplib.h"

namespace assay::web {

class HttpServer : public httplib::Server {
 public:
  using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;

  // `before_body` answers every request, but those for which it returns false; those get their
  // bodies read and go to `with_body`. `accepts_gzip` of the request in hand: see AcceptsGzip().
  HttpServer(std::function<bool(const httplib::Request&, httplib::Response&)> before_body,
             Handler with_body);
  // After Stop(), when nobody is in Listen() any more.
  ~HttpServer() override;

  // The port, or -1: it cannot be had.
  int Bind(const std::string& host, int port);
  // Until Stop(). Not the library's, which ends for good when a connection cannot be accepted:
  // because its client is gone already, say, or too many files are open in this system.
  void Listen();
  // Listen() returns, now and later; may come from any thread. The library's stop() does nothing.
  void Stop();
  void CloseConnections() { connections_.CloseAll(); }

  // Of the request that the calling thread answers: the library must not see that header, it would
  // compress by itself, which takes seconds for large answers.
  static bool AcceptsGzip();
  // The connection of the request that the calling thread answers ends after it.
  static void CloseAfterwards();
  // What was wrong with how the request came that the calling thread answers.
  static GuardedStream::Trouble TroubleOfRequest();

 protected:
  // The next connection; -1, with errno: there is none. Tests let it fail.
  virtual socket_t Accept(socket_t listening);

 private:
  bool process_and_close_socket(socket_t socket) override;
  void Serve(socket_t socket);

  Connections connections_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace assay::web
