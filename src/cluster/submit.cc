#include "cluster/submit.h"

#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/run_script.h"

namespace assay::cluster {
namespace {

constexpr int kNoSuchProgram = 127;  // what env(1) and shells say

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

}  // namespace

Result<std::string> Submit(const std::string& engine, const Job& job) {
  const bool slurm = engine == "slurm";
  const ScratchFile file(slurm ? SlurmScript(job) : KubernetesManifest(job));
  ASSAY_RETURN_IF_ERROR(file.written());
  std::vector<std::string> words = {"/usr/bin/env"};
  for (const char* word :
       slurm ? std::initializer_list<const char*>{"sbatch", "--parsable"}
             : std::initializer_list<const char*>{"kubectl", "create", "-o", "name", "-f"})
    words.emplace_back(word);
  words.push_back(file.path());
  const std::string& program = words[1];
  const lab::ScriptOutput answer = lab::ReadScript(words);
  if (answer.code == kNoSuchProgram)
    return Invalid(StrCat("there is no ", program, " on this machine; call this where it is, or ",
                          "take what `assay cluster script ", engine, "` writes there"));
  if (answer.code != 0)
    return Invalid(StrCat(program, " refused the job (code ", answer.code, ")"));
  return std::string(Trim(answer.text, "\n"));
}

}  // namespace assay::cluster
