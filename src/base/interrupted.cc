#include "base/interrupted.h"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace assay {
namespace {

// Engines that end a job tell all of its processes at once, and the shell or driver above passes it
// on: that is one wish.
constexpr int64_t kSameSignalMs = 1000;

std::atomic<bool> interrupted{false};

// By a clock that does not jump; may be called in a signal handler.
int64_t SafeNowMs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

void OnSignal(int signal) {
  static std::atomic<int64_t> first_ms{0};
  if (!interrupted.exchange(true)) {
    first_ms = SafeNowMs();
  } else if (SafeNowMs() - first_ms > kSameSignalMs) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

std::atomic<bool>& WatchForInterrupt() {
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  return interrupted;
}

bool Interrupted() { return interrupted; }

}  // namespace assay
