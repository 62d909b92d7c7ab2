#include "dossier/facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/strings.h"
#include "casebook/records.h"
#include "triage/case_bytes.h"
#include "triage/versions.h"

namespace assay::dossier {
namespace {

// A worker may know more of its version than the package it was installed from: 3.13.0rc20261016 of
// 3.13.0. An unknown version is like any other.
bool SameVersion(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (!b.starts_with(a)) return false;
  const char next = a.empty() || a.size() == b.size() ? ' ' : b[a.size()];
  return next != '.' && (next < '0' || next > '9');
}

// Longer than any real address; what comes over the network is limited.
constexpr size_t kLinkBytes = 2000;

// Its shape only: nothing is fetched.
bool LooksLikeLink(const std::string& text) {
  std::string rest;
  for (const std::string_view scheme : {"https://", "http://"})
    if (text.starts_with(scheme)) rest = text.substr(scheme.size());
  const size_t slash = rest.find('/');
  if (slash == std::string::npos || slash + 1 == rest.size()) return false;
  if (rest.find_first_of(" \t\r\n\"<>") != std::string::npos) return false;
  const std::string host = rest.substr(0, slash);
  const size_t dot = host.find('.');
  return dot != 0 && dot != std::string::npos && dot + 1 < host.size();
}

std::string TextOf(const Facts& facts, const std::string& aspect, const char* key) {
  const auto fact = facts.find(aspect);
  if (fact == facts.end() || !fact->second.is_object()) return "";
  return fact->second.value(key, "");
}

}  // namespace

Result<Facts> FactsOf(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto rows, store.Facts(id));
  Facts out;
  for (const store::FactRow& row : rows) {
    nlohmann::json json = ParseJson(row.json);
    out[row.aspect] = json.is_discarded() ? nlohmann::json::object() : std::move(json);
  }
  return out;
}

Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto sightings, store.Sightings(id));
  ASSAY_ASSIGN(const auto program, casebook::Load(store, id));
  if (program.has_value())
    return Invalid(StrCat(id, " is shown by a program and not by a model; `assay findings repro ",
                          id, "` writes and runs it"));
  if (sightings.empty()) return Invalid(StrCat(id, ": no case of it was kept"));
  return triage::UnpackCase(sightings.front().model, sightings.front().inputs, id);
}

Result<std::optional<store::SightingRow>> SightingShown(const store::Store& store,
                                                        const std::string& id) {
  ASSAY_ASSIGN(std::vector<store::SightingRow> sightings, store.Sightings(id));
  if (sightings.empty()) return std::optional<store::SightingRow>();
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  for (store::SightingRow& one : sightings)
    if (reduction.has_value() && one.nodes == reduction->original_nodes)
      return std::optional(std::move(one));
  return std::optional(std::move(sightings.front()));
}

Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  if (!reduction.has_value()) return OriginalCase(store, id);
  return triage::UnpackCase(reduction->model, reduction->inputs, id);
}

Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(backend_dirs));
  ASSAY_ASSIGN(lab::Target target, registry.Find(row.target));
  if (!target.ready)
    return Invalid(StrCat(row.id, " needs ", row.target, ", which is not ready: ", target.reason,
                          "; ", target.fix));
  if (SameVersion(triage::ReleasedPart(row.version), triage::ReleasedPart(target.version)))
    return target;
  // The project has moved on to another version; perhaps the old one was added beside it.
  const std::string older =
      StrCat(target.framework, "@", row.version, target.mode.empty() ? "" : ":" + target.mode);
  const auto found = registry.Find(older);
  if (found.ok() && found->ready) return found;
  return Invalid(StrCat(row.id, " was seen in ", target.framework, " ", row.version,
                        ", installed is ", target.version, "; `assay targets add ",
                        target.framework, "@", row.version,
                        "` brings it back, `assay findings retest` tries it on what is installed"));
}

Status CheckMark(const std::string& state, const std::string& link) {
  if (std::ranges::find(kMarks, state) == kMarks.end())
    return Invalid(
        StrCat("'", state, "' is not a state that people set; known: ", Join(kMarks, ", ")));
  if (state == "reported" && link.empty())
    return Invalid("a reported finding needs --link, the address of the report");
  if (!link.empty() && (link.size() > kLinkBytes || !LooksLikeLink(link)))
    return Invalid(StrCat("--link ", link.substr(0, kLinkBytes),
                          " does not look like the address of a report; write it in full, from "
                          "https:// on"));
  return {};
}

Status Mark(store::Store& store, const store::FindingRow& row, const std::string& state,
            const std::string& link) {
  ASSAY_RETURN_IF_ERROR(CheckMark(state, link));
  ASSAY_RETURN_IF_ERROR(store.AddHistory({row.id, "", row.target, row.version, state, link}));
  if (!link.empty()) {
    const nlohmann::json report = {{"link", link}, {"version", row.version}};
    ASSAY_RETURN_IF_ERROR(store.SetFact(
        row.id, "report", report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }
  return store.SetState(row.id, state);
}

Result<std::vector<triage::Member>> Members(const store::Store& store) {
  ASSAY_ASSIGN(auto rows, store.Findings());
  std::vector<triage::Member> out;
  for (store::FindingRow& row : rows) {
    triage::Member member;
    ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
    if (reduction.has_value()) {
      member.nodes = reduction->nodes;
      member.reduced = true;
    } else {
      ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
      if (!sightings.empty()) member.nodes = sightings.front().nodes;
    }
    ASSAY_ASSIGN(const auto facts, FactsOf(store, row.id));
    // Of a program the statements count.
    if (const auto reduced = facts.find("reduced"); reduced != facts.end()) {
      member.nodes = reduced->second.value("statements", 0);
      member.reduced = true;
    }
    member.canonical = TextOf(facts, "reduction", "canonical");
    const auto form = facts.find(triage::kCauseFact);
    member.cause = triage::CauseOfFinding(
        row, form == facts.end() ? nlohmann::json() : form->second, member.canonical);
    member.row = std::move(row);
    out.push_back(std::move(member));
  }
  return out;
}

Status KeepGroups(store::Store& store) {
  ASSAY_ASSIGN(auto members, Members(store));
  for (const triage::Group& group : triage::GroupFindings(std::move(members)))
    for (const triage::Member& member : group.members)
      if (member.row.grouping != group.key)
        ASSAY_RETURN_IF_ERROR(store.SetGrouping(member.row.id, group.key));
  return {};
}

}  // namespace assay::dossier
