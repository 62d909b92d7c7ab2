// The element types that Python values get when tensors are made of them.
#pragma once

#include <string>

#include "mirror/rewrite/value.h"

namespace assay::mirror {

// A number, or a list of nothing else.
bool IsNumeric(const Value& value);

// bool, int, float or complex; "": not known.
std::string NumericType(const Value& value);

// What a framework makes of such a type where nobody says more. `wide`: 64-bit types are switched
// on (JAX).
std::string StandardType(const std::string& framework, const std::string& type, bool wide);

}  // namespace assay::mirror
