// Where it goes wrong: the pass, the mode, the tensor, and the versions as a line of time.
#include <map>

#include "triage/versions.h"
#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

using nlohmann::json;

struct Seen {
  std::string state;   // good, bad, unknown
  std::string status;  // how the run ended, or what happened
};

struct OlderFirst {
  bool operator()(const std::string& a, const std::string& b) const {
    // 2.13.0 and 2.13.0+cpu are one release, and one point of the line.
    return triage::CompareVersions(a, b) < 0;
  }
};
using Timeline = std::map<std::string, Seen, OlderFirst>;

// Of a version that does not show it: right, or failing in another way?
std::string StateOf(const json& tried) {
  if (TrueAt(tried, "shows")) return "bad";
  const std::string status = TextAt(tried, "status");
  return status == "ok" || status == "suspicious" ? "good" : "unknown";
}

void AddHistory(const Parts& parts, Timeline& out) {
  static const std::map<std::string, std::string> kStates = {
      {"confirmed", "bad"}, {"still there", "bad"}, {"regressed", "bad"}, {"fixed", "good"}};
  // Later events of a version overrule earlier ones; what `assay locate` tried counts most.
  Timeline told;
  for (const store::HistoryRow& event : parts.material.history)
    if (const auto state = kStates.find(event.event);
        state != kStates.end() && !event.version.empty())
      told[event.version] = {state->second, event.event};
  for (auto& [version, seen] : told) out.emplace(version, seen);
}

// Versions that are here and that nobody has tried.
void AddInstalled(const Parts& parts, Timeline& out) {
  const auto found = parts.registry.Find(parts.material.row.target);
  if (!found.ok()) return;
  for (const lab::Target& target : parts.registry.targets())
    if (target.framework == found->framework && target.ready && !target.version.empty())
      out.emplace(target.version, Seen{"unknown", "installed, not tried"});
}

}  // namespace

json LocationJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const json& location = material.fact("location");
  const json& versions = ObjectAt(location, "versions");
  Timeline timeline;
  for (const json& tried : ArrayAt(versions, "tried"))
    if (tried.is_object() && !TextAt(tried, "version").empty())
      timeline[TextAt(tried, "version")] = {StateOf(tried), TextAt(tried, "status")};
  AddHistory(parts, timeline);
  if (!material.row.version.empty())
    timeline.emplace(material.row.version, Seen{"bad", "seen first"});
  AddInstalled(parts, timeline);
  json line = json::array();
  for (const auto& [version, seen] : timeline)
    line.push_back({{"version", version}, {"state", seen.state}, {"status", seen.status}});
  std::vector<std::string> passes;
  for (const json& pass : ArrayAt(location, "optimisers"))
    if (pass.is_string()) passes.push_back(pass.get<std::string>());
  return {{"sentence", TextAt(location, "summary")},
          {"pass", Join(passes, ", ")},
          {"pass_how", TextAt(location, "optimiser_how")},
          {"mode", TextAt(location, "mode_summary")},
          {"modes", ArrayAt(location, "modes")},
          {"tensor", report::FirstWrongTensor(material)},
          {"operator", report::BlamedOp(material)},
          {"how", TextAt(ObjectAt(location, "first_wrong"), "how")},
          {"versions", std::move(line)},
          {"first_bad", TextAt(versions, "first_bad")},
          {"last_good", TextAt(versions, "last_good")},
          {"versions_summary", TextAt(versions, "summary")},
          {"note", location.empty() && material.smallest.has_value()
                       ? StrCat("Not located yet: `assay locate ", material.row.id, "`")
                       : ""}};
}

}  // namespace assay::web::finding
