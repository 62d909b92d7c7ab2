#include "lab/run_script.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/strings.h"

extern char** environ;

namespace assay::lab {
namespace {

constexpr std::string_view kPath = "PATH=";

// The environment of a script: ours, with a PATH that leads somewhere.
std::vector<std::string> ScriptVariables() {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with(kPath)) out.emplace_back(*entry);
  const char* path = std::getenv("PATH");
  out.push_back(StrCat(kPath, WithSystemFolders(path == nullptr ? "" : path)));
  return out;
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

// Starts `words` with `output` as its stdout.
pid_t StartWith(const std::vector<std::string>& words, int output, const ScriptOptions& options) {
  const std::vector<std::string> variables = ScriptVariables();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!options.log.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, options.log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (options.own_group) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int failed = posix_spawn(&pid, words[0].c_str(), &actions, &attributes,
                                 Pointers(words).data(), Pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? pid : -1;
}

int WaitFor(pid_t pid) {
  if (pid < 0) return -1;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::string WithSystemFolders(const std::string& path) {
  std::vector<std::string> folders = path.empty() ? std::vector<std::string>() : Split(path, ':');
  for (const char* folder : {"/usr/local/bin", "/usr/bin", "/bin"})
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.emplace_back(folder);
  return Join(folders, ":");
}

std::vector<std::string> PythonScript(const std::string& path) {
  const char* python = std::getenv("ASSAY_PYTHON");
  if (python == nullptr || *python == '\0') return {path};
  return {python, path};
}

pid_t StartScript(const std::vector<std::string>& words, const ScriptOptions& options) {
  return StartWith(words, STDERR_FILENO, options);
}

int RunScript(const std::vector<std::string>& words) { return WaitFor(StartScript(words)); }

ScriptOutput ReadScript(const std::vector<std::string>& words) {
  ScriptOutput out;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return out;
  const pid_t pid = StartWith(words, ends[1], {});
  close(ends[1]);
  char part[4096];
  ssize_t got = 0;
  while ((got = read(ends[0], part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) out.text.append(part, static_cast<size_t>(got));
  close(ends[0]);
  out.code = WaitFor(pid);
  return out;
}

}  // namespace assay::lab
