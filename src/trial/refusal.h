// What an error message says about the value that was passed.
#pragma once

#include <string>

namespace assay::trial {

// "not here" and not "not so": NotImplementedError, missing kernels.
bool SaysUnsupported(const std::string& exception, const std::string& message);

// Whether the message calls `value` unknown ("Expected mode to be one of …, got 'xy'"). Messages
// that speak of a case ("'linear' is only for 3-D input") are not about the value alone.
bool RefusesValue(const std::string& message, const std::string& value);

// Whether the message says that there is no parameter of that name.
bool RefusesKeyword(const std::string& message);

// Whether the message says that a number is out of its range.
bool RefusesNumber(const std::string& message);

}  // namespace assay::trial
