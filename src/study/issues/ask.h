// Labelling by a language model: the type of the study's Table 1, with the sentence that decided.
// Prompts and answers only; who asks is not its business.
#pragma once

#include "llm/prompt.h"
#include "study/issues/issue.h"

namespace assay::study {

Result<llm::Prompt> LabelPrompt(const Issue& issue);

// Puts the type into Issue::given. An error: no such type, or its reason is not in the report.
Status TakeLabel(const nlohmann::json& answer, Issue& issue);

}  // namespace assay::study
