#include "knowledge/api/ask_framework.h"

#include <filesystem>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;

// TensorFlow takes half a minute on a busy machine; ten times that is a hang.
// Memory, processes and output are what TensorFlow needs, four times over.
constexpr program::SandboxLimits kLimits = {.wall_s = 600,
                                            .memory_mb = 8192,
                                            .processes = 512,
                                            .output_bytes = 256 << 20,
                                            .flood_bytes = 512 << 20};
// "progress torch.nn 812" of what comes in pieces.
class ProgressLines {
 public:
  explicit ProgressLines(const TellProgress& tell) : tell_(tell) {}
  void operator()(std::string_view piece) {
    text_ += piece;
    for (size_t end; (end = text_.find('\n')) != std::string::npos; text_.erase(0, end + 1)) {
      const std::vector<std::string> words = Split(text_.substr(0, end), ' ');
      if (words.size() == 3 && words[0] == "progress")
        tell_(StrCat(words[1], ", ", words[2], " APIs"));
    }
  }

 private:
  const TellProgress& tell_;
  std::string text_;
};

std::string PythonOf(const lab::Target& target) {
  // The worker's own command begins with the environment's Python.
  for (const std::string& word : target.command.words)
    if (word.ends_with("/bin/python")) return word;
  // A worker that is no Python program is told where it is.
  const auto told = target.command.variables.find("ASSAY_PYTHON");
  return told == target.command.variables.end() ? "" : told->second;
}

}  // namespace

// Without a sandbox where none works, as it is the user's own installation and not somebody's
// program.
Result<program::SandboxOutcome> AskFramework(const lab::Target& target, const std::string& home,
                                             const std::string& script, const std::string& input,
                                             const TellProgress& tell) {
  const std::string python = PythonOf(target);
  if (python.empty())
    return Invalid(StrCat(target.name, " has no Python environment that could be asked"));
  // Only real paths are seen inside, and the environment is a link into the cache.
  ASSAY_ASSIGN(std::vector<std::string> readable,
               program::PythonFolders(fs::path(python).parent_path().parent_path()));
  std::error_code failed;
  const std::string workers = fs::canonical(home + "/workers/python", failed);
  if (failed) return Invalid(StrCat(home, "/workers/python: ", failed.message()));
  program::SandboxRequest request{
      .words = {readable.front() + "/bin/python", StrCat(workers, "/", script)},
      .variables = target.command.variables,
      .readable = std::move(readable),
      .input = input,
      .on_error = ProgressLines(tell),
      .limits = kLimits,
      .unsafe = true};
  request.readable.push_back(workers);
  request.variables.erase("TORCHINDUCTOR_CACHE_DIR");  // of the host: it cannot be written here
  request.variables["TF_CPP_MIN_LOG_LEVEL"] = "3";
  request.variables["CUDA_VISIBLE_DEVICES"] = "";
  request.variables["PYTHONDONTWRITEBYTECODE"] = "1";
  return program::RunSandboxed(request);
}

bool EndedWell(const program::SandboxOutcome& outcome) {
  return outcome.exit_code == 0 && outcome.limit == program::SandboxLimit::kNone &&
         !outcome.out_cut;
}

std::string EndingOf(const program::SandboxOutcome& outcome) {
  if (outcome.limit != program::SandboxLimit::kNone)
    return StrCat("beyond its limit: ", program::SandboxLimitName(outcome.limit));
  return outcome.signal != 0 ? StrCat("signal ", outcome.signal)
                             : StrCat("exit code ", outcome.exit_code);
}

}  // namespace assay::knowledge
