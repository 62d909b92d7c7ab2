#include "bugs/run/side.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>

#include "base/files.h"
#include "base/folders.h"
#include "base/http.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"
#include "bugs/environment/maker.h"
#include "lab/gpu.h"
#include "lab/registry.h"
#include "program/sandbox.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// An index that takes longer to answer would hold pip up for minutes.
constexpr double kReachSeconds = 8;
// The runner ends the test by itself and has then to write what happened.
constexpr double kSpareSeconds = 60;
// Frameworks start a thread per processor and more; models and logs of tests are small.
constexpr program::SandboxLimits kLimits = {.memory_mb = 8192,
                                            .processes = 2048,
                                            .file_mb = 2048,
                                            .scratch_mb = 4096,
                                            .output_bytes = 16 << 20,
                                            .flood_bytes = 64 << 20};
// Threads add up, so that the time of all processors may pass in that of the wall.
constexpr double kMostProcessors = 256;

bool Asked(const std::string& address) {
  if (address.starts_with("file://")) {
    std::error_code failed;
    return fs::exists(address.substr(sizeof "file://" - 1), failed);
  }
  const auto reply = Fetch({.url = address, .timeout_s = kReachSeconds, .redirects = 5});
  return reply.ok() && reply->status < 400;
}

// Many bugs name the same few indexes.
bool Answers(const std::string& address) {
  static std::mutex mutex;
  static std::map<std::string, bool> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(address);
  if (found != known.end()) return found->second;
  const bool answers = Asked(address);
  known[address] = answers;
  return answers;
}

const std::vector<Python>& Pythons() {
  static const std::vector<Python> kFound = FindPythons();
  return kFound;
}

// One for the whole process, as it keeps what it has learnt.
PackageIndex& Index(bool offline) {
  const std::string python = Pythons().empty() ? "" : InOrderFor("", Pythons()).front().program;
  static PipIndex online(python, CacheFolder() + "/bugs/index", false);
  static PipIndex kept(python, CacheFolder() + "/bugs/index", true);
  return offline ? kept : online;
}

Result<program::SandboxRequest> Request(const Bug& bug, const RunOptions& options,
                                        const Environment& environment,
                                        const std::string& scripts) {
  std::error_code failed;
  program::SandboxRequest out;
  if (environment.made_by == "conda") {
    out.readable = {fs::canonical(environment.folder, failed)};
  } else {
    ASSAY_ASSIGN(out.readable, program::PythonFolders(environment.folder));
  }
  out.words = {out.readable.front() + "/bin/python", scripts + "/run_bug_test.py", bug.folder,
               bug.test_file, StrCat(options.limit_seconds)};
  out.readable.push_back(scripts);
  out.readable.push_back(bug.folder);
  // Nothing can be written beside the packages, and no GPU is seen that nobody asked for.
  out.variables = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  if (options.gpu)
    std::ranges::copy(lab::GpuDevices(), std::back_inserter(out.readable));
  else
    out.variables["CUDA_VISIBLE_DEVICES"] = "";
  out.limits = kLimits;
  out.limits.wall_s = options.limit_seconds + kSpareSeconds;
  out.limits.cpu_s = out.limits.wall_s * kMostProcessors;
  out.unsafe = options.unsafe;
  return out;
}

TestReport ReportOf(const program::SandboxOutcome& outcome) {
  TestReport out = ReadTestReport(outcome.out);
  if (outcome.timed_out())
    out.stopped = "time";
  else if (outcome.limit != program::SandboxLimit::kNone)
    out.stopped = program::SandboxLimitName(outcome.limit);
  if (out.log.empty()) out.log = outcome.err;
  return out;
}

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
  if (bug.needs_gpu && !lab::HasGpu())
    return Unsupported(StrCat("needs a GPU, which this machine lacks: ", bug.gpu_evidence));
  return {};
}

std::string ImageName(const Bug& bug) {
  std::string out = Lower(StrCat("assay-bug-", bug.library, "-", bug.id));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'); }, '-');
  return out;
}

std::vector<std::string> RunWords(const std::string& docker, const Bug& bug,
                                  const RunOptions& options, const std::string& scripts,
                                  const std::string& results) {
  std::vector<std::string> out = {docker, "run", "--rm", "--network", "none"};
  if (lab::HasGpu()) out.insert(out.end(), {"--gpus", "all"});
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

Result<std::string> ScriptsFolder() {
  std::error_code failed;
  const std::string wanted = lab::HomeFolder() + "/workers/python/bugs";
  const fs::path found = fs::canonical(wanted, failed);
  if (!failed) return found.string();
  return Invalid(StrCat(wanted, ": ", failed.message(),
                        "; ASSAY_HOME names the folder that assay was built in"));
}

Result<std::vector<Recipe>> RecipesFor(const Bug& bug, const RunOptions& options) {
  if (options.with == kDocker)
    return Unsupported("--with docker: the image of the bug decides, and is built when it is run");
  ASSAY_ASSIGN(const Maker* maker, FindMaker(options.with));
  const WheelArchive archive;
  const RecipeSources sources{.pythons = Pythons(),
                              .index = Index(options.offline),
                              .archive = archive,
                              .reachable = [&](const std::string& address) {
                                return !options.offline && Answers(address);
                              }};
  return MakeRecipes(bug,
                     {.version = options.version,
                      .exact_python = options.exact_python,
                      .allow_source = options.allow_source,
                      .any_python = maker->brings_python,
                      .gpu = options.gpu},
                     sources);
}

Result<Environment> EnvironmentFor(const Bug& bug, const RunOptions& options, std::string& note) {
  ASSAY_ASSIGN(const std::vector<Recipe> recipes, RecipesFor(bug, options));
  const BuildOptions build{.with = options.with,
                           .offline = options.offline,
                           .allow_source = options.allow_source,
                           .find_links = WheelArchive().folder(),
                           .tell = options.tell};
  Error last;
  for (const Recipe& recipe : recipes) {
    auto environment = ProvideEnvironment(recipe, build);
    note = recipe.note;
    if (environment.ok()) return environment;
    last = environment.error();
    if (last.kind != ErrorKind::kRejected) return last;
  }
  return Unsupported(last.message);
}

Result<Side> RunSide(const Bug& bug, const RunOptions& options) {
  if (bug.test_file.empty())
    return Unsupported(StrCat(bug.folder, " has no test_issue_", bug.id, ".py"));
  if (options.with == kDocker) return RunInDocker(bug, options);
  // Before minutes are spent on an environment.
  ASSAY_ASSIGN(const std::string scripts, ScriptsFolder());
  Side out;
  ASSAY_ASSIGN(out.environment, EnvironmentFor(bug, options, out.note));
  const FileLock use = UseEnvironment(out.environment);
  if (options.tell) options.tell("running " + bug.test_file);
  ASSAY_ASSIGN(const program::SandboxRequest request,
               Request(bug, options, out.environment, scripts));
  ASSAY_ASSIGN(const program::SandboxOutcome outcome, program::RunSandboxed(request));
  out.report = ReportOf(outcome);
  out.seconds = outcome.seconds;
  return out;
}

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
