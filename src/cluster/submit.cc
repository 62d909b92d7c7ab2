#include "cluster/submit.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/run_script.h"

namespace assay::cluster {
namespace {

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

// "": there is none.
std::string OnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "" : path, ':'))
    if (!folder.empty() && access((folder + "/" + program).c_str(), X_OK) == 0)
      return folder + "/" + program;
  return "";
}

}  // namespace

Result<std::string> Submit(const std::string& engine, const Job& job) {
  const bool slurm = engine == "slurm";
  const ScratchFile file(slurm ? SlurmScript(job) : KubernetesManifest(job));
  ASSAY_RETURN_IF_ERROR(file.written());
  std::vector<std::string> words =
      slurm ? std::vector<std::string>{"sbatch", "--parsable", file.path()}
            : std::vector<std::string>{"kubectl", "create", "-o", "name", "-f", file.path()};
  const std::string program = words[0];
  words[0] = OnPath(program);
  if (words[0].empty())
    return Invalid(StrCat("there is no ", program, " on this machine; call this where it is, or ",
                          "take what `assay cluster script ", engine, "` writes there"));
  const lab::ScriptOutput answer = lab::ReadScript(words);
  if (answer.code != 0)
    return Invalid(StrCat(program, " refused the job (code ", answer.code, ")"));
  return std::string(Trim(answer.text, "\n"));
}

}  // namespace assay::cluster
