// The model as an oracle on one program: asked several times what must happen by the documentation,
// without being shown what does happen.
#pragma once

#include <string>
#include <vector>

#include "judge/model/vote.h"
#include "knowledge/api/api_doc.h"
#include "llm/prompt.h"

namespace assay::judge::model {

// So much of a documentation fits into the context of a small model, beside program and answer.
inline constexpr size_t kMostDocBytes = 3600;

// Samples 0 to `samples` - 1 of prompts/judge-predict.txt. `program` is cleaned first.
Result<std::vector<llm::Prompt>> PredictionPrompts(const knowledge::ApiDoc& doc,
                                                   const std::string& program, int samples);

// One answer to such a prompt; quotes are looked up in `doc`.
SampledAnswer ReadAnswer(const llm::Outcome& outcome, const knowledge::ApiDoc& doc);

// `samples` copies of `prompt`, numbered.
std::vector<llm::Prompt> Samples(llm::Prompt prompt, int samples);

}  // namespace assay::judge::model
