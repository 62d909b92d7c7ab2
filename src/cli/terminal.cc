#include "cli/terminal.h"

#include <unistd.h>

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

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::Show(const std::string& text) {
  if (!terminal_ || Now() - last_ < kSecondsBetweenUpdates) return;
  last_ = Now();
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
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

}  // namespace assay::cli
