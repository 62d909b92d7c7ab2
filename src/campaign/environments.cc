#include "campaign/environments.h"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/run_script.h"

namespace assay::campaign {
namespace {

constexpr auto kGlanceEvery = std::chrono::milliseconds(200);

// As scripts/setup reads them: one name per line, or those of $ASSAY_ENVIRONMENTS.
std::vector<std::string> DefaultEnvironments(const std::string& home) {
  std::string text;
  if (const char* chosen = std::getenv("ASSAY_ENVIRONMENTS")) {
    text = chosen;
  } else if (const auto file = ReadFile(home + "/envs/default.txt"); file.ok()) {
    for (const std::string& line : Split(*file, '\n'))
      if (!line.starts_with("#")) text += line + " ";
  }
  std::vector<std::string> out;
  for (const std::string& name : Split(text, ' '))
    if (!name.empty()) out.push_back(name);
  return out;
}

// What the scripts say while the screen shows the campaign.
std::string FrameworksLog() { return CacheFolder() + "/frameworks.log"; }

Status MakeEnvironment(const std::string& name, const std::atomic<bool>& stop) {
  const std::string log = FrameworksLog();
  // A group of its own, so that all of it can be ended.
  const pid_t pid = lab::StartScript({lab::HomeFolder() + "/scripts/add-target", name, name},
                                     {.log = log, .own_group = true});
  if (pid < 0) return Invalid("scripts/add-target cannot be started");
  for (bool told = false;;) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid)
      return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Status() : Invalid("see " + log);
    if (stop && !std::exchange(told, true)) kill(-pid, SIGTERM);
    std::this_thread::sleep_for(kGlanceEvery);
  }
}

}  // namespace

std::unique_ptr<MissingFrameworks> MissingFrameworks::Start(
    const std::vector<std::string>& backend_dirs, const std::vector<lab::Target>& present) {
  const std::string home = lab::HomeFolder();
  const auto registry = lab::Registry::Load(backend_dirs);
  if (!registry.ok()) return nullptr;
  std::set<std::string> of_targets;  // others bring nobody who could join
  for (const lab::Target& target : registry->targets())
    of_targets.insert(target.manifest->environment);
  std::vector<std::string> missing;
  for (const std::string& name : DefaultEnvironments(home))
    if (of_targets.contains(name) && !std::filesystem::exists(lab::EnvironmentFolder(home, name)))
      missing.push_back(name);
  if (missing.empty()) return nullptr;
  std::set<std::string> names;
  for (const lab::Target& target : present) names.insert(target.name);
  return std::unique_ptr<MissingFrameworks>(
      new MissingFrameworks(std::move(missing), backend_dirs, std::move(names)));
}

MissingFrameworks::MissingFrameworks(std::vector<std::string> missing,
                                     std::vector<std::string> backend_dirs,
                                     std::set<std::string> present)
    : backend_dirs_(std::move(backend_dirs)),
      present_(std::move(present)),
      queue_(std::move(missing), MakeEnvironment) {}

Newcomers MissingFrameworks::Take() {
  Newcomers out;
  if (!queue_.TakeMade().empty())
    if (const auto registry = lab::Registry::Load(backend_dirs_); registry.ok())
      for (const lab::Target& target : registry->targets())
        if (target.ready && present_.insert(target.name).second) out.targets.push_back(target);
  if (const std::string words = queue_.Words(); !words.empty())
    out.awaited = StrCat("frameworks: ", words);
  return out;
}

}  // namespace assay::campaign
