// Ctrl-C and SIGTERM as a wish to end in order.
#pragma once

#include <atomic>

namespace assay {

// From now on the first signal sets what is returned; the second one ends the program the hard way.
std::atomic<bool>& WatchForInterrupt();

// Whether a signal has come since.
bool Interrupted();

}  // namespace assay
