// Values from the edge of what is allowed, for one argument.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/trial_names.h"
#include "knowledge/api/api_doc.h"

namespace assay::judge {

struct Variant {
  std::string what;        // "without elements", "= 0"
  std::string expression;  // Python
};

// Other tensors in place of one of that dtype and shape: empty, of size one, of other element
// types, with huge values, NaN and infinity, not contiguous.
std::vector<Variant> TensorVariants(const Dims& dims, std::string_view dtype,
                                    const Dialect& dialect);

// Other values of a parameter that is no tensor, other than `now`: all of an enumeration, both of a
// flag, the ends of a documented range and what lies just inside.
std::vector<Variant> PlainVariants(const knowledge::Parameter& parameter, std::string_view now);

}  // namespace assay::judge
