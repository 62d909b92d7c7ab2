// Reports of defects, as projects' issue trackers give them out.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::study {

struct Issue {
  std::string id;       // number or address
  std::string project;  // "pytorch", "tensorflow", …: the repository's name, lower case
  std::string title, body;
  std::vector<std::string> labels;  // lower case
  std::string hand;                 // type that a person gave it ("B1"); "" without one
  std::string given;                // type from elsewhere (given.h); "" without one
};

// A list of objects, or an object with the list under "issues" or "items". Of each: "title",
// "body", "labels" (texts, or objects with "name"), "project" (otherwise taken from "html_url",
// "url" or "repository"), "number" or "id", "type" (by hand). Entries with "pull_request" are left
// out. The error names `path` and the entry.
Result<std::vector<Issue>> ReadIssues(const std::string& json, const std::string& path);

// Fields of issues and labels as files have them.

// As text, whatever its type; "" when there is none.
std::string TextOf(const nlohmann::json& entry, const char* key);

// Whether it is one of the study's types, "A1" to "G5".
bool IsStudyType(const std::string& type);
inline constexpr const char* kExpectedType = "'; expected one of the study's, A1 to G5";

// The developers' own labels: is a report a defect, and one of high priority?
struct FilterDef {
  std::string_view project;  // "": all others
  std::string_view defect, priority, exclude;
};

std::span<const FilterDef> AllFilters();  // filters.def
const FilterDef& FilterOf(const Issue& issue);

bool IsDefect(const Issue& issue);
bool IsHighPriority(const Issue& issue);  // and a defect

}  // namespace assay::study
