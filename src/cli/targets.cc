#include "cli/targets.h"

#include <algorithm>
#include <set>
#include <thread>

#include "base/strings.h"

namespace assay::cli {

Result<TargetChoice> ChooseTargets(const std::string& names,
                                   const std::vector<std::string>& backend_dirs) {
  TargetChoice out;
  // The reference alone needs no manifests, so that it works in any folder.
  if (names == "reference") {
    out.reference = true;
    return out;
  }
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(backend_dirs));
  if (names.empty()) {
    out.reference = true;
    for (const lab::Target& target : registry.targets())
      if (target.ready) out.targets.push_back(target);
    return out;
  }
  for (const std::string& name : Split(names, ',')) {
    if (name == "reference") {
      out.reference = true;
      continue;
    }
    ASSAY_ASSIGN(lab::Target target, registry.Find(name));
    if (!target.ready)
      return Invalid(StrCat("the target ", name, " is not ready: ", target.reason,
                            target.fix.empty() ? "" : StrCat("; try: ", target.fix)));
    out.targets.push_back(std::move(target));
  }
  return out;
}

Result<TargetChoice> ChooseForStage(const TargetChoice& choice, const std::string& stage,
                                    const std::vector<std::string>& backend_dirs,
                                    std::vector<std::string>& notes) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(backend_dirs));
  TargetChoice out;
  std::set<std::string> seen, named;
  for (const lab::Target& target : choice.targets) named.insert(target.framework);
  for (const lab::Target& target : choice.targets)
    for (lab::Target& mode : registry.ForStage(target, stage)) {
      const bool alone = target.stage == stage;
      if ((alone && mode.name != target.name) || !seen.insert(mode.name).second) continue;
      if (mode.ready)
        out.targets.push_back(std::move(mode));
      else
        notes.push_back(StrCat(mode.name, " is left out: ", mode.reason, "; try: ", mode.fix));
    }
  if (out.targets.empty())
    return Invalid(StrCat("none of ", Join(named, ", "), " has a mode of the stage ", stage,
                          " that is ready", notes.empty() ? "" : StrCat(": ", Join(notes, "; "))));
  return out;
}

int DefaultJobs() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 8);
}

}  // namespace assay::cli
