#include "lab/choose_targets.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <thread>

#include "base/strings.h"

namespace assay::lab {
namespace {

// The smallest download that gives a framework to test.
constexpr const char* kFirstFramework = "onnxruntime";

// `name`, with those environments made that it lacks.
Result<Target> FindPrepared(const std::string& name, const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(Registry registry, Registry::Load(backend_dirs));
  ASSAY_ASSIGN(Target target, registry.Find(name));
  if (!target.ready && !target.missing.empty()) {
    for (const WantedEnvironment& wanted : target.missing) {
      const Status made = EnsureEnvironment(HomeFolder(), wanted);
      if (!made.ok())
        return Invalid(StrCat("the target ", name, " is not ready: ", made.error().message));
    }
    ASSAY_ASSIGN(registry, Registry::Load(backend_dirs));
    ASSAY_ASSIGN(target, registry.Find(name));
  }
  if (!target.ready)
    return Invalid(StrCat("the target ", name, " is not ready: ", target.reason,
                          target.fix.empty() ? "" : StrCat("; try: ", target.fix)));
  return target;
}

std::vector<Target> ReadyTargets(const Registry& registry) {
  std::vector<Target> out;
  for (const Target& target : registry.targets())
    if (target.ready) out.push_back(target);
  return out;
}

// Where no framework is ready: the first one. Without it the reference still works, so a failure is
// said and no error.
Status MakeFirst(const Registry& registry) {
  const auto first = registry.Find(kFirstFramework);
  if (!first.ok() || first->missing.empty()) return {};
  std::cerr << "assay: no framework is ready here yet; beginning with " << kFirstFramework
            << ". More: assay targets add torch (`assay targets` lists all)" << std::endl;
  for (const WantedEnvironment& wanted : first->missing)
    ASSAY_RETURN_IF_ERROR(EnsureEnvironment(HomeFolder(), wanted));
  return {};
}

}  // namespace

Result<TargetChoice> ChooseTargets(const std::string& names,
                                   const std::vector<std::string>& backend_dirs) {
  TargetChoice out;
  // The reference alone needs no manifests, so that it works in any folder.
  if (names == "reference") {
    out.reference = true;
    return out;
  }
  if (names.empty()) {
    out.reference = true;
    ASSAY_ASSIGN(Registry registry, Registry::Load(backend_dirs));
    out.targets = ReadyTargets(registry);
    if (!out.targets.empty()) return out;
    const Status made = MakeFirst(registry);
    if (!made.ok()) std::cerr << "assay: " << made.error().message << std::endl;
    ASSAY_ASSIGN(registry, Registry::Load(backend_dirs));
    out.targets = ReadyTargets(registry);
    return out;
  }
  for (const std::string& name : Split(names, ',')) {
    if (name == "reference") {
      out.reference = true;
      continue;
    }
    ASSAY_ASSIGN(Target target, FindPrepared(name, backend_dirs));
    target.every = 1;  // who names it wants every case
    out.targets.push_back(std::move(target));
  }
  return out;
}

Result<TargetChoice> ChooseForStage(const TargetChoice& choice, const std::string& stage,
                                    const std::vector<std::string>& backend_dirs,
                                    std::vector<std::string>& notes) {
  ASSAY_ASSIGN(const Registry registry, Registry::Load(backend_dirs));
  TargetChoice out;
  std::set<std::string> seen, named;
  for (const Target& target : choice.targets) named.insert(target.framework);
  for (const Target& target : choice.targets)
    for (Target& mode : registry.ForStage(target, stage)) {
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

}  // namespace assay::lab
