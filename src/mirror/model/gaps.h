// The statements of a carried program that rules left as they were: a model writes these and
// nothing else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mirror/rewrite/rewriter.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

struct Gap {
  program::Span span;  // of the statement in the draft
  int column = 0;      // where it begins on its line
  std::string text;    // from the first column on
};

// In the order of the draft, not overlapping: statements that name the source's framework `from`,
// or call a method of it that is `left`. A statement with a body counts as a whole only where its
// head does.
std::vector<Gap> FindGaps(const std::string& draft, const std::vector<Left>& left,
                          const std::string& from);

// The draft with new statements in place of gaps, by their number from 1; gaps without a new one
// stay. Imports of `from` that nothing needs any more are left out.
std::string FillGaps(const std::string& draft, const std::vector<Gap>& gaps,
                     const std::map<int, std::string>& statements, const std::string& from);

}  // namespace assay::mirror
