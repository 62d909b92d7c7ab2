// The programs in a document's examples.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::trial {

// Python texts: what follows ">>>" and "..." of each example, or all of it where it has no prompts;
// then, since examples go on from each other, all of them in a row.
std::vector<std::string> ExamplePrograms(const knowledge::ApiDoc& doc);

}  // namespace assay::trial
