// assay cluster submit: hands a job of agents to an engine.
//
// Ray's is watched until it ends, as `assay fuzz --engine ray` is; Slurm and Kubernetes take what
// `assay cluster script` writes, and go on by themselves.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/cluster/action.h"
#include "cli/cluster/job_flags.h"
#include "cli/cluster/ray_engine.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace assay::cli::cluster {
namespace {

constexpr int kNoSuchProgram = 127;  // a shell's exit code

struct SubmitFlags {
  std::string engine;
  JobFlags job;
  RayOptions ray;
};

// A file that is gone after use: both engines keep a copy of what they were given.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& content) {
    path_ = (std::filesystem::temp_directory_path() / "assay-job-XXXXXX").string();
    const int file = mkstemp(path_.data());
    if (file < 0) return;
    close(file);
    written_ = WriteFile(path_, content);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { unlink(path_.c_str()); }

  const std::string& path() const { return path_; }
  const Status& written() const { return written_; }

 private:
  std::string path_;
  Status written_ = Invalid("no file can be made in the folder for temporary ones; see TMPDIR");
};

// What `command`, of a shell, printed; its own complaints go to stderr.
Result<std::string> AnswerOf(const std::string& program, const std::string& command,
                             const std::string& kind) {
  FILE* pipe = popen(command.c_str(), "re");
  if (pipe == nullptr) return Invalid(StrCat(program, " cannot be started"));
  std::string out;
  std::array<char, 4096> buffer{};
  while (const size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
    out.append(buffer.data(), count);
  const int status = pclose(pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == kNoSuchProgram)
    return Invalid(StrCat("there is no ", program, " on this machine; call this where it is, or ",
                          "take what `assay cluster script ", kind, "` writes there"));
  if (code != 0) return Invalid(StrCat(program, " refused the job (code ", code, ")"));
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

Result<std::string> Submit(const std::string& engine, const Job& job) {
  const bool slurm = engine == "slurm";
  const ScratchFile file(slurm ? SlurmScript(job) : KubernetesManifest(job));
  if (!file.written().ok()) return file.written().error();
  return slurm ? AnswerOf("sbatch", StrCat("sbatch --parsable ", Quoted(file.path())), engine)
               : AnswerOf("kubectl", StrCat("kubectl create -o name -f ", Quoted(file.path())),
                          engine);
}

int RunSubmit(const SubmitFlags& flags) {
  const auto job = JobOf(flags.job);
  if (!job.ok()) return Fail(job.error());
  if (flags.engine == "ray") return RunOnRay(*job, flags.ray);
  const auto answer = Submit(flags.engine, *job);
  if (!answer.ok()) return Fail(answer.error());
  if (flags.ray.json)
    std::cout << nlohmann::json{{"engine", flags.engine},
                                {"job", *answer},
                                {"campaign", job->campaign},
                                {"nodes", job->nodes}}
                     .dump(1, ' ', false, nlohmann::json::error_handler_t::replace)
              << "\n";
  else
    std::cout << "submitted as " << *answer << "; assay campaigns show " << job->campaign
              << " --store " << job->store << " tells how it gets on\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupSubmit(App& app) {
  const auto flags = std::make_shared<SubmitFlags>();
  app.AddOption("--engine", flags->engine, "ray, slurm (calls sbatch) or k8s (calls kubectl)")
      .Required()
      .OneOf({"ray", "slurm", "k8s"});
  app.AddOption("--address", flags->ray.address,
                "of the Ray cluster: HOST:PORT, or auto for the one that runs here")
      .ShowDefault();
  AddJobFlags(app, flags->job);
  app.AddFlag("--quiet", flags->ray.quiet, "no progress");
  app.AddFlag("--json", flags->ray.json, "print one JSON object at the end");
  return [flags] { return RunSubmit(*flags); };
}

}  // namespace assay::cli::cluster
