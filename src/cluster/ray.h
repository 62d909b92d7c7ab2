// Agents placed by a Ray cluster.
//
// Ray is Python, so workers/python/ray_driver.py does that part: one task for each machine, which
// starts `assay fuzz` there. Ray places the tasks and starts those again that died. What they have
// come to stands in the store.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <string>

#include "cluster/job.h"
#include "store/store.h"

namespace assay::cluster {

// The Python of Ray's environment, which is made where it is missing: only who asks for this engine
// needs it.
Result<std::string> RayPython();

// Starts the driver, whose output is for people and goes to stderr. `address`: HOST:PORT, or auto.
Result<pid_t> StartRayDriver(const std::string& python, const Job& job, const std::string& address,
                             const store::Store& store);

struct DriverHooks {
  const std::atomic<bool>* interrupted;  // once true, the driver is told to end in order
  std::function<void()> on_told;         // it was
  std::function<void()> look;            // a few times a second
};

// Waits until it has ended. Returns its exit code; -1 when it was killed.
int WaitForDriver(pid_t driver, const DriverHooks& hooks);

}  // namespace assay::cluster
