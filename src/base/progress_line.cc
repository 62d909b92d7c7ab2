#include "base/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/clock.h"

namespace assay {
namespace {

constexpr double kMsBetweenUpdates = 100;

}  // namespace

size_t TerminalWidthOf(int file) {
  winsize size{};
  return isatty(file) != 0 && ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::Show(const std::string& text) {
  if (!terminal_ || NowMs() - last_ms_ < kMsBetweenUpdates) return;
  last_ms_ = NowMs();
  // A line that is broken by the terminal could not be overwritten.
  const size_t width = TerminalWidthOf(STDERR_FILENO);
  const size_t most = width > 1 ? std::min(text.size(), width - 1) : text.size();
  std::fprintf(stderr, "\r\033[K%s", text.substr(0, most).c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::Clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace assay
