#include "bugs/run/docker.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

constexpr double kInfoSeconds = 60, kImageSeconds = 7200, kDockerSpareSeconds = 120;

std::string LastLine(const std::string& text) {
  std::string out;
  for (const std::string& line : LinesOf(text))
    if (!Trim(line).empty()) out = Trim(line);
  return out;
}

Result<std::string> FindDocker() {
  const std::string docker = OnPath("docker");
  if (docker.empty()) return Unsupported("--with docker: there is no docker on PATH");
  ASSAY_ASSIGN(const report::Ended ended, RunTool({docker, "info"}, kInfoSeconds));
  if (Succeeded(ended)) return docker;
  return Unsupported(StrCat("--with docker: its daemon cannot be used: ", LastLine(ended.output)));
}

Status Needs(const Bug& bug) {
  std::error_code failed;
  if (const std::string elsewhere = bug.NotFor(); !elsewhere.empty()) return Unsupported(elsewhere);
  if (!bug.unavailable.empty() && bug.unavailable.starts_with("needs macOS"))
    return Unsupported(bug.unavailable);
  if (!fs::exists(bug.folder + "/Dockerfile", failed))
    return Unsupported(StrCat("--with docker: ", bug.folder, " has no Dockerfile"));
  if (bug.needs_gpu && !MachineHasGpu())
    return Unsupported(StrCat("needs a GPU, which this machine lacks: ", bug.gpu_evidence));
  return {};
}

std::string ImageName(const Bug& bug) {
  std::string out = LowerCase(StrCat("assay-bug-", bug.library, "-", bug.id));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'); }, '-');
  return out;
}

std::vector<std::string> RunWords(const std::string& docker, const Bug& bug,
                                  const RunOptions& options, const std::string& scripts,
                                  const std::string& results) {
  std::vector<std::string> out = {docker, "run", "--rm", "--network", "none"};
  if (MachineHasGpu()) out.insert(out.end(), {"--gpus", "all"});
  out.insert(out.end(),
             {"-v", bug.folder + ":/assay-bug:ro", "-v", scripts + ":/assay-scripts:ro", "-v",
              results + ":/assay-results", "-w", "/tmp", ImageName(bug), "sh", "-c",
              "exec \"$(command -v python || command -v python3)\" "
              "/assay-scripts/run_bug_test.py /assay-bug \"$0\" \"$1\" "
              "> /assay-results/report.json",
              bug.test_file, StrCat(options.limit_seconds)});
  return out;
}

}  // namespace

Result<Side> RunInDocker(const Bug& bug, const RunOptions& options) {
  if (!options.version.empty())
    return Unsupported("--with docker: the Dockerfile decides on the version");
  ASSAY_RETURN_IF_ERROR(Needs(bug));
  ASSAY_ASSIGN(const std::string docker, FindDocker());
  const std::string image = ImageName(bug);
  if (!options.offline) {
    if (options.tell) options.tell("building the image " + image);
    ASSAY_ASSIGN(const report::Ended built,
                 RunTool({docker, "build", "-t", image, bug.folder}, kImageSeconds));
    if (!Succeeded(built))
      return Unsupported(StrCat("its image cannot be built: ", LastLine(built.output)));
  }
  ASSAY_ASSIGN(const std::string scripts, ScriptsFolder());
  const report::Scratch results;
  if (options.tell) options.tell("running " + bug.test_file);
  ASSAY_ASSIGN(const report::Ended ended,
               RunTool(RunWords(docker, bug, options, scripts, results.path()),
                       options.limit_seconds + kDockerSpareSeconds));
  Side out;
  out.environment = {.key = image, .folder = "docker:" + image, .made_by = "docker"};
  const auto report = ReadFile(results.path() + "/report.json");
  out.report = ReadTestReport(report.ok() ? *report : "");
  if (ended.timed_out) out.report.stopped = "time";
  if (out.report.log.empty()) out.report.log = ended.output;
  out.seconds = ended.seconds;
  return out;
}

}  // namespace assay::bugs
