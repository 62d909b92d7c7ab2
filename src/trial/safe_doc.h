// Documentation becomes programs: names, defaults and listed values are written into Python as they
// are. Whoever wrote the documentation may decide what is tried, but not break out of the place
// that it is written to.
#pragma once

#include "knowledge/api/api_doc.h"

namespace assay::trial {

// Names that are not Python are an error that says which: the API's and its parameters'.
Status CheckNames(const knowledge::ApiDoc& doc);

// Without what cannot stand in a program: defaults that are more than one expression, values with
// quotes, backslashes or line breaks in them.
void MakeSafe(knowledge::ApiDoc& doc);

}  // namespace assay::trial
