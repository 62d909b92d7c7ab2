// Whether a new program differs from the original in exactly one parameter of the API under test.
//
// Models often change more, less or nothing (ATOC, table II). What can be told from the syntax tree
// is told here, by the labels of the false positives that the study found; see casebook/labels.def.
#pragma once

#include <string>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

struct ChangeCheck {
  // "": exactly that parameter differs. Otherwise the reason to reject it: no-change,
  // changed-more-or-less, existed-parameter-added, import-deleted-or-added, messy-codes,
  // no-this-api or multi-api.
  std::string label;
  std::string detail;         // for people
  std::string before, after;  // the argument; "" where it is not passed
};

// The argument may be changed where it stands, or in the assignment of the variable that is passed.
ChangeCheck CheckChange(const std::string& original, const std::string& changed,
                        const knowledge::ApiDoc& doc, const std::string& parameter);

}  // namespace assay::judge::model
