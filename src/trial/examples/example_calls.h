// Calls of an API taken from programs that a person wrote: examples of its documentation, entries
// of the call book.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "trial/call.h"
#include "trial/dialect.h"

namespace assay::trial {

// All calls of `doc` at the top of the program `text`, in its order. What the call depends on
// becomes its setup, its arguments get the names of the parameters. A class whose object is called
// later gives a call that does both. Calls that use names with no meaning are left out.
std::vector<ApiCall> CallsIn(const std::string& text, const knowledge::ApiDoc& doc,
                             const Dialect& dialect, const CallBook& book,
                             const std::string& source);

// The programs in a document's examples.

// Python texts: what follows ">>>" and "..." of each example, or all of it where it has no prompts;
// then, since examples go on from each other, all of them in a row.
std::vector<std::string> ExamplePrograms(const knowledge::ApiDoc& doc);

}  // namespace assay::trial
