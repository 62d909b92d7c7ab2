// Time that has passed, by a clock that never jumps.
#pragma once

#include <chrono>

namespace assay {

// Milliseconds since some moment: only differences mean something.
inline double NowMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace assay
