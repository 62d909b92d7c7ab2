#include "study/issues/issue.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

// "pytorch" of "https://github.com/pytorch/pytorch/issues/1", of an API's address, or of
// "pytorch/pytorch".
std::string ProjectOf(const nlohmann::json& entry) {
  if (const std::string named = TextOf(entry, "project"); !named.empty()) return Lower(named);
  for (const char* key : {"html_url", "url", "repository"}) {
    const std::string address = TextOf(entry, key);
    std::vector<std::string> parts = Split(address, '/');
    const auto issues = std::ranges::find(parts, "issues");
    if (issues != parts.end() && issues - parts.begin() >= 2) return Lower(*(issues - 1));
    if (parts.size() == 2) return Lower(parts[1]);
  }
  return "";
}

std::vector<std::string> LabelsOf(const nlohmann::json& entry) {
  std::vector<std::string> out;
  const auto it = entry.find("labels");
  if (it == entry.end() || !it->is_array()) return out;
  for (const nlohmann::json& label : *it)
    out.push_back(Lower(label.is_object()   ? TextOf(label, "name")
                        : label.is_string() ? label.get<std::string>()
                                            : ""));
  return out;
}

const nlohmann::json* ListIn(const nlohmann::json& json) {
  if (json.is_array()) return &json;
  if (!json.is_object()) return nullptr;
  for (const char* key : {"issues", "items"})
    if (const auto it = json.find(key); it != json.end() && it->is_array()) return &*it;
  return nullptr;
}

constexpr FilterDef kFilters[] = {
#define FILTER(project, defect, priority, exclude) {project, defect, priority, exclude},
#include "study/issues/filters.def"
#undef FILTER
};

bool HasAny(const Issue& issue, std::string_view labels) {
  const std::vector<std::string> wanted = Split(labels, ';');
  return std::ranges::any_of(issue.labels, [&](const std::string& label) {
    return std::ranges::find(wanted, label) != wanted.end();
  });
}

}  // namespace

Result<std::vector<Issue>> ReadIssues(const std::string& json, const std::string& path) {
  const nlohmann::json parsed = nlohmann::json::parse(json, nullptr, false);
  if (parsed.is_discarded()) return Invalid(StrCat(path, ": this is no JSON"));
  const nlohmann::json* list = ListIn(parsed);
  if (list == nullptr)
    return Invalid(
        StrCat(path, ": expected a list of issues, or one under \"issues\" or \"items\""));
  std::vector<Issue> out;
  for (size_t i = 0; i < list->size(); ++i) {
    const nlohmann::json& entry = (*list)[i];
    if (!entry.is_object() || TextOf(entry, "title").empty())
      return Invalid(StrCat(path, ": entry ", i, " has no \"title\""));
    if (entry.contains("pull_request")) continue;
    Issue issue;
    issue.id = TextOf(entry, entry.contains("number") ? "number" : "id");
    issue.project = ProjectOf(entry);
    issue.title = TextOf(entry, "title");
    issue.body = TextOf(entry, "body");
    issue.labels = LabelsOf(entry);
    // GitHub has objects of that name, which say something else.
    if (const auto type = entry.find("type"); type != entry.end() && type->is_string())
      issue.hand = *type;
    if (!issue.hand.empty() && !IsStudyType(issue.hand))
      return Invalid(StrCat(path, ": entry ", i, " has the type '", issue.hand, kExpectedType));
    out.push_back(std::move(issue));
  }
  return out;
}

std::string TextOf(const nlohmann::json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

bool IsStudyType(const std::string& type) {
  const auto& all = triage::AllStudyClasses();
  return std::ranges::any_of(all,
                             [&](const triage::StudyClass& known) { return known.id == type; });
}

std::span<const FilterDef> AllFilters() { return kFilters; }

const FilterDef& FilterOf(const Issue& issue) {
  for (const FilterDef& filter : kFilters)
    if (filter.project == issue.project) return filter;
  return std::end(kFilters)[-1];
}

bool IsDefect(const Issue& issue) {
  const FilterDef& filter = FilterOf(issue);
  if (HasAny(issue, filter.exclude)) return false;
  return filter.defect.empty() || HasAny(issue, filter.defect);
}

bool IsHighPriority(const Issue& issue) {
  const FilterDef& filter = FilterOf(issue);
  return IsDefect(issue) && (filter.priority.empty() || HasAny(issue, filter.priority));
}

}  // namespace assay::study
