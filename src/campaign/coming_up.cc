#include "campaign/coming_up.h"

#include "base/strings.h"

namespace assay::campaign {
namespace {

// A busy machine may fail once.
constexpr int kStarts = 2;

// Why no worker starts; "" when one does.
std::string Obstacle(const lab::Target& target, lab::Lab& lab) {
  std::string why;
  for (int i = 0; i < kStarts; ++i) {
    const auto hello = lab.Ask(target);
    if (hello.ok()) return "";
    why = hello.error().message;
  }
  return why.empty() ? "it does not start" : why;
}

}  // namespace

Result<std::vector<lab::Target>> ThoseThatComeUp(const std::vector<lab::Target>& targets,
                                                 lab::Lab& lab, const Hooks& hooks,
                                                 std::vector<std::string>& notes) {
  std::vector<lab::Target> out;
  std::vector<std::string> reasons;
  for (const lab::Target& target : targets) lab.Warm(target);
  for (const lab::Target& target : targets) {
    // Whoever is told to end does not wait for targets.
    if (hooks.stop != nullptr && hooks.stop->load()) return targets;
    const std::string why = Obstacle(target, lab);
    if (why.empty())
      out.push_back(target);
    else
      reasons.push_back(StrCat(target.name, " is left out: ", why));
  }
  if (out.empty() && !targets.empty())
    return Invalid(StrCat("none of the targets comes up: ", Join(reasons, "; "),
                          "; try: assay targets --probe, or name others with --targets"));
  notes.insert(notes.end(), reasons.begin(), reasons.end());
  return out;
}

}  // namespace assay::campaign
