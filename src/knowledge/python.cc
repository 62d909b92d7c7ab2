#include "knowledge/python.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/check.h"
#include "base/strings.h"
#include "lab/process.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;

// TensorFlow takes half a minute on a busy machine, all embeddings two; more than this is a hang.
constexpr double kWallSeconds = 600;
constexpr int kPollMs = 100;
constexpr size_t kKeptProcessOutput = 16 << 10;

void TellLines(const std::string& output, size_t& told, const PythonRun& run) {
  for (size_t end; (end = output.find('\n', told)) != std::string::npos; told = end + 1)
    if (run.line) run.line(output.substr(told, end - told));
}

}  // namespace

ScratchFolder::ScratchFolder() : path_((fs::temp_directory_path() / "assay-docs-XXXXXX").string()) {
  ASSAY_CHECK(mkdtemp(path_.data()) != nullptr) << "no folder for temporary files: " << path_;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Status RunPython(const PythonRun& run) {
  lab::Command command{run.words, run.variables, run.folder};
  command.variables["PATH"] = "/usr/bin:/bin";
  command.variables["HOME"] = run.folder;
  command.variables["TF_CPP_MIN_LOG_LEVEL"] = "3";
  command.variables["CUDA_VISIBLE_DEVICES"] = "";
  ASSAY_ASSIGN(lab::Process process, lab::Process::Start(command, {}));
  const auto start = std::chrono::steady_clock::now();
  std::string output;
  size_t told = 0;
  lab::Exit exit;
  for (bool ended = false; !ended;) {
    ended = process.Ended(exit);
    pollfd wait{process.output(), POLLIN, 0};
    poll(&wait, 1, ended ? 0 : kPollMs);
    char buffer[4096];
    for (ssize_t got; (got = read(process.output(), buffer, sizeof buffer)) > 0;)
      output.append(buffer, static_cast<size_t>(got));
    TellLines(output, told, run);
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
        kWallSeconds)
      return Invalid(StrCat(run.what, " took more than ", kWallSeconds, " s"));
  }
  if (!exit.signalled && exit.number == 0) return {};
  if (output.size() > kKeptProcessOutput) output.erase(0, output.size() - kKeptProcessOutput);
  return Invalid(StrCat(run.what, " failed (", lab::ExitText(exit),
                        "); `assay doctor` says whether it works at all. It printed:\n", output));
}

}  // namespace assay::knowledge
