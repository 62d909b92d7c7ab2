#include "report/repro/run_command.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/check.h"

namespace assay::report {
namespace {

constexpr size_t kKeptOutput = 64 << 10;
constexpr int kPollMs = 20;

// Appends what can be read now. False: nothing more will come.
bool Drain(int descriptor, std::string& output) {
  char buffer[4096];
  for (;;) {
    const ssize_t got = read(descriptor, buffer, sizeof buffer);
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    output.append(buffer, static_cast<size_t>(got));
    if (output.size() > 2 * kKeptOutput) output.erase(0, output.size() - kKeptOutput);
  }
}

}  // namespace

Result<Ended> RunCommand(const lab::Command& command, const lab::ProcessLimits& limits,
                         double wall_s) {
  ASSAY_ASSIGN(lab::Process process, lab::Process::Start(command, limits));
  const auto start = std::chrono::steady_clock::now();
  Ended out;
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  while (!process.Ended(out.exit)) {
    if (seconds() > wall_s) {
      out.timed_out = true;
      out.exit = process.Kill();
      break;
    }
    pollfd wait{process.output(), POLLIN, 0};
    poll(&wait, 1, kPollMs);
    // A program that has closed its output may still be at work: do not spin.
    if (!Drain(process.output(), out.output)) usleep(kPollMs * 1000);
  }
  Drain(process.output(), out.output);
  out.seconds = seconds();
  return out;
}

Scratch::Scratch() {
  std::string pattern = (std::filesystem::temp_directory_path() / "repro-XXXXXX").string();
  ASSAY_CHECK(mkdtemp(pattern.data()) != nullptr) << "no folder for temporary files: " << pattern;
  path_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace assay::report
