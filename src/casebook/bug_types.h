// The bug type of a finding that a program shows: ATOC's twelve and "Other", guessed by the rules
// of bug_types.def from kind, oracle and the framework's own words. It says how the defect looks
// from outside and is no diagnosis; a reviewer's word (labels.h) counts before it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "casebook/finding.h"

namespace assay::casebook {

struct BugType {
  std::string_view name;
  std::string_view because;  // of the rule
};
BugType BugTypeOf(const ProgramFinding& finding);

// ATOC's names and "Other".
std::vector<std::string> AllBugTypes();
// The name as it is listed, whatever its case; an error lists all.
Result<std::string> FindBugType(const std::string& name);

}  // namespace assay::casebook
