// Whether a new program differs from the original in exactly one parameter of the API under test.
//
// Models often change more, less or nothing (ATOC, table II). What can be told from the syntax tree
// is told here, by the labels of the false positives that the study found; see casebook/labels.def.
#pragma once

#include <optional>
#include <string>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

struct ChangeCheck {
  // "": exactly that parameter differs. Otherwise the reason to reject it: no-change,
  // changed-more-or-less, existed-parameter-added, import-deleted-or-added, messy-codes,
  // change-but-dismatch, no-this-api or multi-api.
  std::string label;
  std::string detail;         // for people
  std::string before, after;  // the argument; "" where it is not passed
};

// The argument may be changed where it stands, or in the assignment of the variable that is passed.
// `value`: what it is said to be now; "": nothing is said.
ChangeCheck CheckChange(const std::string& original, const std::string& changed,
                        const knowledge::ApiDoc& doc, const std::string& parameter,
                        const std::string& value = "");

// One parameter of a program changed by rule, to ask a model only for what that changes.
struct Variant {
  std::string parameter, value;  // Python
  std::string program;
};

// The first documented parameter, in the order of the signature, that another value is known for:
// a flag turned round, another member of an enumeration, another number. Never one that may not be
// passed beside another that is (`size` beside `scale_factor`). Nothing when there is none or the
// program calls the API not exactly once.
std::optional<Variant> MakeVariant(const std::string& program, const knowledge::ApiDoc& doc);

// The parameter to let a model change: that of MakeVariant, otherwise the first that has a
// description and is passed as a keyword or not at all. "" when there is none.
std::string ParameterToChange(const std::string& program, const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
