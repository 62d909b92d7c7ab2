// Addresses as strangers write them.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::web {

// %41 becomes A. An error for a broken escape, for control characters (a zero among them) and for
// what is no UTF-8: nothing here has such a name.
Result<std::string> Unescape(std::string_view text, bool plus_is_space);

// Well-formed, shortest form, no surrogates.
bool IsUtf8(std::string_view text);

}  // namespace assay::web
