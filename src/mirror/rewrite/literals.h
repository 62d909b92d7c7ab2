// The element types that Python values get when tensors are made of them.
#pragma once

#include <string>

#include "mirror/rewrite/value.h"

namespace assay::mirror {

// A number, or a list of nothing else.
bool IsNumeric(const Value& value);

// bool, int, float or complex; "": not known.
std::string NumericType(const Value& value);

}  // namespace assay::mirror
