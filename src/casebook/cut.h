// Cut: a program on its way to a smaller one, with the line that its claim begins in.
#pragma once

#include <string>
#include <vector>

#include "program/parse/edit.h"

namespace assay::casebook {

struct Cut {
  std::string text;
  int claim_line = 0;  // 0: there is no claim
};

// The text with all edits made; the claim's line moves along. An error: edits overlap.
Result<Cut> Apply(const Cut& cut, const std::vector<program::Edit>& edits);

// Statements, without comments: what a reader has to understand. Without `definitions` functions
// and classes of the whole program do not count: they are our helpers.
size_t CountStatements(const program::SyntaxTree& tree, bool definitions);

}  // namespace assay::casebook
