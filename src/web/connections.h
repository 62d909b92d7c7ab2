// Open connections, each served by a thread of its own. When there are too many, the one that has
// made its thread wait longest is closed for the newcomer, so that clients which open connections
// and say nothing cannot shut others out.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>

namespace assay::web {

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

}  // namespace assay::web
