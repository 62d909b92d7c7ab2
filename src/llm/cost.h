// What an answer used.
#pragma once

#include <map>
#include <string>

#include "llm/config.h"
#include "llm/ledger.h"

namespace assay::llm {

// Adds one answer of `used.model` to `used`. A model without a price counts as unpriced; one on
// this machine costs nothing.
void AddAnswer(const Answer& answer, const std::map<std::string, Price>& prices, Usage& used);

}  // namespace assay::llm
