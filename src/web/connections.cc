#include "web/connections.h"

#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace assay::web {
namespace {

// A client that has just been waited for so long is not worth closing.
constexpr auto kPatience = std::chrono::seconds(1);

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

}  // namespace assay::web
