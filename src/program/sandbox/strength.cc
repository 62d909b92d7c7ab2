#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "base/strings.h"
#include "program/sandbox.h"
#include "program/sandbox/box.h"

namespace assay::program {
namespace {

constexpr SandboxStrength kAll[] = {SandboxStrength::kBubblewrap, SandboxStrength::kNamespaces,
                                    SandboxStrength::kLandlock, SandboxStrength::kNone};

// "" when a command ran and ended well.
std::string TryStrength(SandboxStrength strength) {
  const BoxRequest request{.words = {"/bin/true"}, .limits = {.processes = 8}};
  const Result<pid_t> pid = StartBox(request, strength);
  if (!pid.ok()) return pid.error().message;
  int status = 0;
  waitpid(*pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  return StrCat("a trial command ended with status ", status);
}

SandboxProbe Probe() {
  const char* chosen = std::getenv("ASSAY_SANDBOX");
  SandboxProbe out;
  bool skipping = chosen != nullptr && *chosen != '\0';
  for (const SandboxStrength strength : kAll) {
    if (skipping && SandboxStrengthName(strength) != chosen) {
      if (strength == SandboxStrength::kBubblewrap) out.detail = StrCat("ASSAY_SANDBOX=", chosen);
      continue;
    }
    skipping = false;
    out.strength = strength;
    if (strength == SandboxStrength::kNone) break;
    const std::string reason = TryStrength(strength);
    if (reason.empty()) break;
    out.detail +=
        StrCat(out.detail.empty() ? "" : "; ", SandboxStrengthName(strength), ": ", reason);
  }
  if (out.strength != SandboxStrength::kBubblewrap)
    out.fix = FindBubblewrap().empty()
                  ? "install bubblewrap"
                  : "allow user namespaces (kernel.unprivileged_userns_clone=1, "
                    "user.max_user_namespaces), or "
                    "pass --unsafe for programs that you trust";
  return out;
}

}  // namespace

std::string_view SandboxStrengthName(SandboxStrength strength) {
  constexpr std::string_view kNames[] = {"bubblewrap", "namespaces", "landlock", "none"};
  return kNames[static_cast<int>(strength)];
}

std::string_view SandboxLimitName(SandboxLimit limit) {
  constexpr std::string_view kNames[] = {"", "wall", "cpu", "memory", "output"};
  return kNames[static_cast<int>(limit)];
}

const SandboxProbe& ProbeSandbox() {
  static const SandboxProbe probe = Probe();
  return probe;
}

}  // namespace assay::program
