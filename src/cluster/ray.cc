#include "cluster/ray.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/json.h"
#include "base/strings.h"
#include "lab/environment_maker.h"
#include "lab/environments.h"
#include "lab/home.h"
#include "lab/run_script.h"

namespace assay::cluster {
namespace {

constexpr auto kLook = std::chrono::milliseconds(200);

// How many agents the campaign has had before this job, or -1 when somebody is at work: who joins
// then keeps to the budgets that count already (see workers/python/ray_agent.py).
int64_t KnownAgents(const store::Store& store, const std::string& name) {
  const auto totals = store.ShowTotals(name);
  if (!totals.ok()) return 0;  // a new campaign
  if (totals->agents > 0) return -1;
  const auto agents = store.Agents(name);
  return agents.ok() ? static_cast<int64_t>(agents->size()) : -1;
}

std::string Spec(const Job& job, const std::string& address, int64_t known) {
  Job without_time = job;
  without_time.time = "";
  return With(ASSAY_FIELDS(job, nodes, cpus, gpus, campaign, store, seconds),
              {{"address", address},
               {"parent", getpid()},
               {"home", std::filesystem::absolute(job.home).lexically_normal().string()},
               {"known", known},
               {"words", AgentWords(without_time)}})
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<std::string> RayPython() {
  const std::string home = lab::HomeFolder();
  ASSAY_RETURN_IF_ERROR(lab::EnsureEnvironment(home, lab::LockedEnvironment("ray")));
  return lab::EnvironmentFolder(home, "ray") + "/bin/python";
}

Result<pid_t> StartRayDriver(const std::string& python, const Job& job, const std::string& address,
                             const store::Store& store) {
  const pid_t driver =
      lab::StartScript({python, lab::HomeFolder() + "/workers/python/ray_driver.py",
                        Spec(job, address, KnownAgents(store, job.campaign))});
  if (driver < 0) return Invalid(StrCat(python, " cannot be started"));
  return driver;
}

int WaitForDriver(pid_t driver, const DriverHooks& hooks) {
  bool told = false;
  while (true) {
    int status = 0;
    const pid_t ended = waitpid(driver, &status, WNOHANG);
    if (ended == driver) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (ended < 0 && errno != EINTR) return -1;
    if (*hooks.interrupted && !told) {
      told = true;
      kill(driver, SIGTERM);
      hooks.on_told();
    }
    hooks.look();
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace assay::cluster
