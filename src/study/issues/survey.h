// RQ1 over a set of reports: which types developers give a high priority, beside the paper's
// shares.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "llm/prompt.h"
#include "study/issues/issue.h"
#include "study/output.h"
#include "study/paper.h"

namespace assay::study {

// Tables, and {"issues", "defects", "high_priority", "projects": {…}, "types": {…}, "majors": {…},
// "kappa": {"items", "types", "majors"} of rules and hand, "kappa_given_hand", "kappa_rule_given",
// "labelled": […]}.
Output SurveyIssues(const std::vector<Issue>& issues, const Paper& paper);

// Labels from elsewhere: a column of types that somebody else, a person or a language model, gave
// to the same reports.

// Reads labels and puts them into `issues` (Issue::given). JSON: a list of objects with "number" or
// "id", "type" and, where numbers occur in several projects, "project"; CSV: the same as columns
// under a line of names. An error names the entry whose type the study does not have, or which
// belongs to no issue or to several. Returns how many were put in.
Result<size_t> ReadLabels(const std::string& text, const std::string& path,
                          std::vector<Issue>& issues);

// Labelling by a language model: the type of the study's Table 1, with the sentence that decided.
// Prompts and answers only; who asks is not its business.
Result<llm::Prompt> LabelPrompt(const Issue& issue);

// Puts the type into Issue::given. An error: no such type, or its reason is not in the report.
Status TakeLabel(const nlohmann::json& answer, Issue& issue);

}  // namespace assay::study
