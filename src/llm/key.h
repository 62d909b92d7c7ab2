// The name of a prompt in the ledger.
#pragma once

#include <string>

#include "llm/prompt.h"

namespace assay::llm {

// Everything that can change the answer, as JSON in a fixed order: messages, schema, model,
// origin, parameters, seed and sample number. Pipeline and template name are left out: whoever
// asks, the same question has the same answer.
std::string CanonicalRequest(const Prompt& prompt);

// "assay-" and 32 hexadecimal digits. The ledger also compares the canonical request itself.
std::string KeyOf(const std::string& canonical_request);

// The prompt of a canonical request; `pipeline` and `name` stay empty.
Prompt PromptOf(const std::string& canonical_request);

}  // namespace assay::llm
