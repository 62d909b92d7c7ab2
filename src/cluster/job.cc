#include "cluster/job.h"

#include <re2/re2.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/run_script.h"
#include "store/address.h"

namespace assay::cluster {
namespace {

// What the job decides, not its agents.
constexpr const char* kNotForAgents[] = {"--store",   "--campaign", "--time", "--engine",
                                         "--address", "--resume",   "--json"};

Status CheckMore(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    ASSAY_RETURN_IF_ERROR(store::CheckPlainWord("--fuzz", word));
    const std::string name = word.substr(0, word.find('='));
    for (const char* taken : kNotForAgents)
      if (name == taken)
        return Invalid(StrCat("--fuzz: ", name, " is the same for all agents; give it to the ",
                              "command itself, or leave it out"));
    if (store::WithoutPassword(word) != word)
      return Invalid("--fuzz holds a password, which everybody could read; leave it out");
  }
  return {};
}

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

Status Check(const Job& job) {
  ASSAY_RETURN_IF_ERROR(store::CheckPlainWord("--store", job.store));
  ASSAY_RETURN_IF_ERROR(store::CheckPlainWord("--image", job.image));
  if (!store::IsAddress(job.store))
    return Invalid(StrCat("--store ", store::WithoutPassword(job.store),
                          ": agents on several machines need a database that all of them reach: "
                          "postgresql://user@host/name"));
  if (store::WithoutPassword(job.store) != job.store)
    return Invalid(
        "--store holds a password, which a script would show to everybody; leave it out: agents "
        "take it from PGPASSWORD or from ~/.pgpass");
  ASSAY_RETURN_IF_ERROR(store::CheckAddress(job.store));
  if (!RE2::FullMatch(job.campaign, R"([A-Za-z0-9][A-Za-z0-9._-]{0,50})"))
    return Invalid(StrCat("--campaign '", job.campaign,
                          "': letters, digits, '.', '_' and '-', please, 51 at most"));
  if (job.nodes < 1 || job.nodes > 100000)
    return Invalid(StrCat("--nodes ", job.nodes, ": between 1 and 100000"));
  if (job.cpus < 0 || job.gpus < 0)
    return Invalid(StrCat("--cpus ", job.cpus, ", --gpus ", job.gpus, ": cannot be negative"));
  return CheckMore(job.more);
}

std::vector<std::string> AgentWords(const Job& job) {
  std::vector<std::string> out = {"fuzz", "--store", job.store, "--campaign", job.campaign};
  if (!job.time.empty()) {
    out.emplace_back("--time");
    out.push_back(job.time);
  }
  out.emplace_back("--quiet");
  if (job.cpus > 0) {
    out.emplace_back("--jobs");
    out.push_back(StrCat(job.cpus));
  }
  out.insert(out.end(), job.more.begin(), job.more.end());
  return out;
}

std::string Quoted(const std::string& word) {
  if (!word.empty() && RE2::FullMatch(word, R"([A-Za-z0-9_@%+=:,./-]+)")) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string WaitForAgent(std::string_view separator) {
  // A signal ends `wait` before the agent has ended, so it is repeated for every one that came.
  // When the agent's end was seen already, some shells have forgotten it by then and say 127.
  const std::vector<std::string> lines = {
      "agent=$!",
      "told=",
      "asked=1",
      "code=143",
      R"(trap 'told=1; asked=1; kill -TERM "$agent" 2> /dev/null || :' TERM)",
      R"(while [ "$asked" -eq 1 ]; do asked=0; wait "$agent" && last=0 || last=$?; )"
      R"([ "$last" -eq 127 ] || code=$last; done)",
      R"([ "$code" -ne 1 ] || code=0)"};
  return Join(lines, separator);
}

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
