// Labels from elsewhere: types that other people gave to reports.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "study/issues/issue.h"

namespace assay::study {

// What one file says of one report.
struct Label {
  std::string id, project;  // project: "" where the file does not tell
  std::string type;         // of the column "type" or "Final_label"
  std::vector<std::pair<std::string, std::string>> raters;  // further columns of types: name, type
};

// JSON: a list of objects with "number" or "id", "type" and, where numbers occur in several
// projects, "project". CSV: the same as columns under a line of names. Instead of number and
// project there may be the address of the report ("url"), and instead of "type" the column
// "Final_label": so the study's own files are. All other columns that hold types only are further
// raters. An error names the entry whose type the study does not have.
Result<std::vector<Label>> ParseLabels(const std::string& text, const std::string& path);

// Reads labels and puts them into `issues` (Issue::given, Issue::raters). An error also where an
// entry belongs to no issue or to several. Returns how many were put in.
Result<size_t> ReadLabels(const std::string& text, const std::string& path,
                          std::vector<Issue>& issues);

// Reports of which nothing is known but their labels: they count as of high priority, having been
// chosen as such, and no rule speaks of them. One that occurs twice is taken once.
std::vector<Issue> IssuesOf(const std::vector<Label>& labels);

}  // namespace assay::study
