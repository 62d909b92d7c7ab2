// Words that end up in names, scripts and databases.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::store {

// Refuses line breaks, other signs that do not print, and what is not written in UTF-8.
Status CheckPlainWord(const std::string& flag, const std::string& word);

}  // namespace assay::store
