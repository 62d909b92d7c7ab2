#include "mirror/check/seen_twins.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"

namespace assay::mirror {
namespace {

bool Called(const Recording& recording, const std::string& api) {
  return recording.called.contains(api);
}

std::string MethodName(const std::string& api) { return api.substr(api.rfind('.')); }

// Methods are seen by their names alone: whose they are is known where they run.
bool InRole(const ApiUse& use, const Recording& source) {
  if (use.twin == "-") return false;
  if (!source.watched || !source.done) return true;
  return Called(source, use.api) || Called(source, MethodName(use.api));
}

bool StandsIn(const std::string& text, const std::string& api) {
  const std::string name = MethodName(api).substr(1);
  return RE2::PartialMatch(text, StrCat("\\b", RE2::QuoteMeta(name), "\\b"));
}

bool TwinSeen(const ApiUse& use, const Recording& twin, const std::string& text) {
  if (use.own.empty()) return !use.twin.empty();
  return std::ranges::any_of(use.own, [&](const std::string& api) {
    if (Called(twin, api)) return true;
    return (!twin.watched || !twin.done) && StandsIn(text, api);
  });
}

}  // namespace

SeenTwins SeeTwins(const std::vector<ApiUse>& uses, const Recording& source, const Recording& twin,
                   const std::string& twin_text) {
  SeenTwins out;
  for (const ApiUse& use : uses) {
    if (!InRole(use, source)) continue;
    const bool seen = !use.emulated && TwinSeen(use, twin, twin_text);
    (seen ? out.found : out.missing).push_back(use.api);
    if (use.emulated) out.emulated.push_back(use.api);
    if (seen || !out.why.empty()) continue;
    out.why = use.emulated ? StrCat(use.api, " runs through a helper only: ", use.twin)
              : use.own.empty()
                  ? StrCat(use.api, " has no twin")
                  : StrCat(use.api, ": its twin ", Join(use.own, " or "), " was not called");
  }
  return out;
}

}  // namespace assay::mirror
