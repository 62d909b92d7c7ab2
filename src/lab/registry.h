// The targets of this machine: what the manifests describe, joined with what is installed.
//
// A target is written framework[@version][:mode]: onnxruntime, onnxruntime@1.17.3:opt=off,
// torch:compile. Without a version it is the one that the project pins.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/environment_maker.h"
#include "lab/home.h"
#include "lab/manifest.h"
#include "lab/process.h"

namespace assay::lab {

struct Target {
  std::string name;
  std::string framework, version, device, mode;
  bool ready = false;
  std::string reason;  // why not
  std::string fix;     // the command that helps
  // What has to be made before it can be ready; empty where that would not help.
  std::vector<WantedEnvironment> missing;
  bool listed = true;
  bool on_demand = false;
  bool slow = false;       // Manifest::slow
  int pack = 1;            // Mode::pack
  int every = 1;           // Mode::every; 1 for targets that were named one by one
  std::string stage;       // Mode::stage
  bool tf32 = false;       // Mode::tf32
  bool quantised = false;  // Mode::quantised
  // Mode::baselines; without one of them a target is not ready.
  std::vector<std::shared_ptr<const Target>> baselines;
  // Shared by all targets of a framework.
  std::shared_ptr<const Manifest> manifest;
  Command command;         // without the variables that a worker gets from its pool
  std::string launch_key;  // equal for targets that differ only in what a request says
  double wall_s = 60;
  // The mode that this one should not be slower than; null: none is stated.
  std::shared_ptr<const Target> no_slower_than;
};

struct RegistryOptions {
  std::string home;                       // HomeFolder(): backends/, workers/, envs/
  std::string workers_bin;                // native workers; "": NativeWorkers(home)
  std::vector<std::string> backend_dirs;  // further folders of manifests
};

class Registry {
 public:
  // From HomeFolder(), $ASSAY_BACKEND_DIR (folders separated by :) and `backend_dirs`.
  static Result<Registry> Load(const std::vector<std::string>& backend_dirs);
  static Result<Registry> Load(const RegistryOptions& options);

  // All targets worth listing: every listed mode of every installed version.
  const std::vector<Target>& targets() const { return targets_; }
  // Also modes that are not listed. The error suggests a name.
  Result<Target> Find(const std::string& name) const;
  // `target` in another mode, with further variables for its worker; the same version.
  Result<Target> Variant(const Target& target, const std::string& mode,
                         const std::map<std::string, std::string>& variables) const;
  // The modes that a campaign of `stage` adds for `target`: those of its framework and version,
  // ready or not. A mode in an environment of its own exists for the pinned version only.
  std::vector<Target> ForStage(const Target& target, const std::string& stage) const;
  const Manifest* FindManifest(const std::string& framework) const;

 private:
  Target Make(const std::shared_ptr<const Manifest>& manifest, const Mode& mode,
              const std::string& mode_name, const std::string& version) const;
  // The target that a mode of `of` names as a baseline. One step only: it has none itself.
  Result<Target> Baseline(const std::string& name, const Manifest& of,
                          const std::string& version) const;

  RegistryOptions options_;
  std::vector<std::shared_ptr<const Manifest>> manifests_;
  std::vector<Target> targets_;
};

}  // namespace assay::lab
