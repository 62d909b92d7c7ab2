// RQ1 over a set of reports: which types developers give a high priority, beside the paper's
// shares.
#pragma once

#include <vector>

#include "study/issues/issue.h"
#include "study/output.h"
#include "study/paper.h"

namespace assay::study {

// Tables, and {"issues", "defects", "high_priority", "projects": {…}, "types": {…}, "majors": {…},
// "kappa": {"items", "types", "majors"} of rules and hand, "kappa_given_hand", "kappa_rule_given",
// "labelled": […]}.
Output SurveyIssues(const std::vector<Issue>& issues, const Paper& paper);

}  // namespace assay::study
