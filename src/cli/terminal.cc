#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "cli/command.h"

namespace assay::cli {
namespace {

constexpr double kSecondsBetweenUpdates = 0.1;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

size_t WidthOf(int file) {
  winsize size{};
  return isatty(file) != 0 && ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::Show(const std::string& text) {
  if (!terminal_ || Now() - last_ < kSecondsBetweenUpdates) return;
  last_ = Now();
  // A line that is broken by the terminal could not be overwritten.
  const size_t width = WidthOf(STDERR_FILENO);
  const size_t most = width > 1 ? std::min(text.size(), width - 1) : text.size();
  std::fprintf(stderr, "\r\033[K%s", text.substr(0, most).c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

int Fail(const Error& error) {
  std::cerr << "assay: " << error.message << "\n";
  return kBadInput;
}

bool StdoutIsTerminal() { return isatty(STDOUT_FILENO) != 0; }

size_t TerminalWidth() { return WidthOf(STDOUT_FILENO); }

}  // namespace assay::cli
