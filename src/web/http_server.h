// The HTTP library's server with our connections and limits in place of its own.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>

#include "web/guarded_stream.h"
#include "web/httplib.h"

namespace assay::web {

// Open connections, each served by a thread of its own. When there are too many, the one that has
// made its thread wait longest is closed for the newcomer, so that clients which open connections
// and say nothing cannot shut others out.
class Connections {
 public:
  explicit Connections(size_t most) : most_(most) {}
  ~Connections() { CloseAll(); }
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // Runs `serve` in a new thread and closes `socket` behind it. False, and nothing done, when there
  // are too many connections or CloseAll() was called.
  bool Take(int socket, std::function<void()> serve);
  // Whether the client is waited for (true), or being answered (false; not closed for others).
  void SetWaiting(int socket, bool waiting);
  // Closes the connection that has been waited for longest, unless that is a moment only.
  void CloseOldest();
  // Ends all connections, refuses new ones and waits until their threads are done.
  void CloseAll();
  bool closing() const;
  size_t count() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    bool waiting = true;
    Clock::time_point since;
  };
  void MakeRoom();  // needs the lock

  const size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable done_;
  std::map<int, State> open_;
  bool closing_ = false;
};

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
