// Calls of an API taken from programs that a person wrote: examples of its documentation, entries
// of the call book.
#pragma once

#include <string>
#include <vector>

#include "trial/call.h"
#include "trial/call_book.h"
#include "trial/dialect.h"

namespace assay::trial {

// All calls of `doc` at the top of the program `text`, in its order. What the call depends on
// becomes its setup, its arguments get the names of the parameters. A class whose object is called
// later gives a call that does both. Calls that use names with no meaning are left out.
std::vector<ApiCall> CallsIn(const std::string& text, const knowledge::ApiDoc& doc,
                             const Dialect& dialect, const CallBook& book,
                             const std::string& source);

}  // namespace assay::trial
