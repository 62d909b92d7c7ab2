// Reports of defects, as projects' issue trackers give them out.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay::study {

struct Issue {
  std::string id;       // number or address
  std::string project;  // "pytorch", "tensorflow", …: the repository's name, lower case
  std::string title, body;
  std::vector<std::string> labels;  // lower case
  std::string hand;                 // type that a person gave it ("B1"); "" without one
  std::string given;                // type from elsewhere (labels.h); "" without one
  std::string model;                // type that a language model gave; "" without one
  std::vector<std::pair<std::string, std::string>> raters;  // further people: name, type
  bool chosen = false;  // of high priority, whatever its labels: somebody chose it as such
};

// A list of objects, an object with the list under "issues" or "items", or one object per line, as
// `assay issues mine --out` writes them. Of each: "title", "body", "labels" (texts, or objects with
// "name"), "project" (otherwise taken from "repo", "html_url", "url" or "repository"), "number" or
// "id", "type" (by hand). Entries with "pull_request" are left
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

// Labelling by rule: the type of the study's Table 1 that the words of a report speak for.
struct PhrasesDef {
  std::string_view type;
  int points;
  std::string_view phrases;
};
std::span<const PhrasesDef> AllPhrases();  // phrases.def

struct Labelled {
  std::string type;  // "-": no phrase occurs
  int points = 0;
  std::vector<std::string> because;  // phrases of that type that occur
};

Labelled LabelByRule(const Issue& issue);

// Whether `phrase` (lower case) occurs in `text` (lower case) as whole words.
bool Occurs(std::string_view text, std::string_view phrase);

// Cohen's kappa: how far two raters agree beyond what chance would give.
struct Agreement {
  size_t items = 0, equal = 0;
  double expected = 0;  // share that chance would make equal
  double kappa = 0;     // 1: always; 0: as chance; 0 also without items; 1 when both always say one
                        // and the same thing
};

// One pair of labels per item.
Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels);

}  // namespace assay::study
