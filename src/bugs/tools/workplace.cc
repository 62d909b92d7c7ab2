#include "bugs/tools/workplace.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/strings.h"
#include "bugs/tools/frontport.h"
#include "lab/environments.h"
#include "lab/registry.h"
#include "program/sandbox.h"
#include "report/repro/run_command.h"

extern char** environ;

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> OwnVariables() {
  std::map<std::string, std::string> out;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string entry = *at;
    const size_t equals = entry.find('=');
    if (equals != std::string::npos) out[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  return out;
}

// <environment>/bin/python -> <environment>
std::string EnvironmentOf(const std::string& python) {
  return fs::path(python).parent_path().parent_path();
}

Bug WithRequirements(const Bug& bug, const Tool& tool) {
  Bug out = bug;
  out.requirements.insert(out.requirements.end(), tool.requirements.begin(),
                          tool.requirements.end());
  return out;
}

// At most kMostOutput bytes of a file; `cut` when it holds more. A tool that took its own output
// away has said nothing.
std::string Beginning(const std::string& path, bool& cut) {
  std::ifstream file(path, std::ios::binary);
  std::string out(kMostOutput, '\0');
  file.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<size_t>(std::max<std::streamsize>(0, file.gcount())));
  cut = file.good() && file.peek() != std::ifstream::traits_type::eof();
  return out;
}

}  // namespace

Result<std::string> ToolEnvironment(const Bug& bug, const Tool& tool, const RunOptions& options) {
  if (IsFrontported(bug)) return FrontportEnvironment(bug, true);
  ASSAY_ASSIGN(const std::string python, PythonFor(WithRequirements(bug, tool), options));
  return EnvironmentOf(python);
}

Result<std::string> FixedEnvironment(const Bug& bug, const Tool& tool, const RunOptions& options) {
  if (IsFrontported(bug)) return FrontportEnvironment(bug, false);
  if (!bug.notes.has_value() || bug.notes->fixed_version.empty()) return std::string();
  const std::string& fixed = bug.notes->fixed_version;
  // The project's own environment will do when it holds that very version, and all that the tool
  // needs.
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(std::vector<std::string>()));
  const std::string framework = FrameworkOf(bug.library);
  const auto target = registry.Find(framework);
  if (target.ok() && target->version == fixed && tool.requirements.empty())
    return lab::EnvironmentFolder(lab::HomeFolder(), framework);
  RunOptions other = options;
  other.version = fixed;
  ASSAY_ASSIGN(const std::string python, PythonFor(WithRequirements(bug, tool), other));
  return EnvironmentOf(python);
}

Result<FileLock> ClaimFolder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Invalid(StrCat(folder, ": ", failed.message(), "; --folder names another"));
  const std::string file = folder + "/.lock";
  FileLock lock = FileLock::Try(file, FileLock::Kind::kExclusive);
  if (lock.held()) return lock;
  if (access(folder.c_str(), W_OK) != 0)
    return Invalid(StrCat("cannot write to ", folder, "; --folder names another"));
  return Invalid(StrCat("another assay is at work in ", folder,
                        "; wait for it, or name another folder by --folder"));
}

Status WriteGroundTruth(const std::vector<GroundTruth>& truths, const std::string& folder) {
  std::string apis, types;
  nlohmann::json all = nlohmann::json::array();
  for (const GroundTruth& truth : truths) {
    apis += Join(truth.apis.empty() ? truth.operators : truth.apis, ",") + "\n";
    types += truth.type + "\n";
    all.push_back(ToJson(truth));
  }
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/apis_under_test.txt", apis));
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/error_list.txt", types));
  return WriteFile(folder + "/bugs.json",
                   all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

Result<Output> RunPlainly(const std::vector<std::string>& words,
                          const std::map<std::string, std::string>& more, const std::string& folder,
                          double limit_seconds, const std::string& name) {
  const std::string to = StrCat(folder, "/", name, "stdout.txt");
  const std::string errors = StrCat(folder, "/", name, "stderr.txt");
  lab::Command command;
  // Apart, so that what is read as JSON holds no progress lines.
  command.words = {"/bin/sh", "-c", R"(out=$1 err=$2; shift 2; exec "$@" >"$out" 2>"$err")",
                   "sh",      to,   errors};
  command.words.insert(command.words.end(), words.begin(), words.end());
  command.variables = OwnVariables();
  for (const auto& [variable, value] : more) command.variables[variable] = value;
  command.folder = folder;
  ASSAY_ASSIGN(const report::Ended ended, report::RunCommand(command, {}, limit_seconds));
  Output out;
  out.timed_out = ended.timed_out;
  out.signal = ended.exit.signalled ? ended.exit.number : 0;
  out.exit_code = ended.exit.signalled || ended.timed_out ? -1 : ended.exit.number;
  out.seconds = ended.seconds;
  out.out = Beginning(to, out.cut);
  bool errors_cut = false;
  out.err = Beginning(errors, errors_cut);
  return out;
}

Result<Output> RunBoxed(const std::vector<std::string>& words,
                        const std::map<std::string, std::string>& more,
                        const std::vector<std::string>& readable, double limit_seconds,
                        bool unsafe) {
  program::SandboxRequest request;
  request.words = words;
  request.variables = more;
  request.readable = readable;
  request.limits.wall_s = limit_seconds;
  request.limits.memory_mb = 16384;
  request.limits.processes = 512;
  request.limits.scratch_mb = 4096;
  request.limits.output_bytes = kMostOutput;
  request.limits.flood_bytes = 4 * kMostOutput;
  request.unsafe = unsafe;
  ASSAY_ASSIGN(const program::SandboxOutcome ended, program::RunSandboxed(request));
  Output out;
  out.exit_code = ended.exit_code;
  out.signal = ended.signal;
  out.timed_out = ended.timed_out();
  out.cut = ended.out_cut || ended.limit == program::SandboxLimit::kOutput;
  out.out = ended.out;
  out.err = ended.err;
  out.seconds = ended.seconds;
  return out;
}

std::string OwnProgram() {
  std::error_code failed;
  const fs::path path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? "assay" : path.string();
}

}  // namespace assay::bugs
