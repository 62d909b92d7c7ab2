// RQ1 over a set of reports: which types developers give a high priority, beside the paper's
// shares.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "llm/prompt.h"
#include "study/issues/issue.h"
#include "study/issues/labels.h"
#include "study/output.h"
#include "study/paper.h"

namespace assay::study {

// Tables, and {"issues", "defects", "high_priority", "projects": {…}, "types": {…}, "majors": {…},
// "labelled": […]}, what agreement.h tells of the raters, and "findings": the paper's 1 to 3 by
// rater.
Output SurveyIssues(const std::vector<Issue>& issues, const Paper& paper);

// Labelling by a language model: the type of the study's Table 1, with the sentence that decided.
// Prompts and answers only; who asks is not its business.
Result<llm::Prompt> LabelPrompt(const Issue& issue);

// Puts the type into Issue::model. An error: no such type, or its reason is not in the report.
Status TakeLabel(const nlohmann::json& answer, Issue& issue);

}  // namespace assay::study
