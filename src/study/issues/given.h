// Labels from elsewhere: a column of types that somebody else, a person or a language model, gave
// to the same reports.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "study/issues/issue.h"

namespace assay::study {

// Reads labels and puts them into `issues` (Issue::given). JSON: a list of objects with "number" or
// "id", "type" and, where numbers occur in several projects, "project"; CSV: the same as columns
// under a line of names. An error names the entry whose type the study does not have, or which
// belongs to no issue or to several. Returns how many were put in.
Result<size_t> ReadLabels(const std::string& text, const std::string& path,
                          std::vector<Issue>& issues);

}  // namespace assay::study
