// Reports of defects, as projects' issue trackers give them out.
#pragma once

#include <string>
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

}  // namespace assay::study
