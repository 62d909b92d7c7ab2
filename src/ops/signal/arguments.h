// Arguments that several operators of this folder read alike.
#pragma once

#include "ops/op.h"

namespace assay::ops {

// The one number that input `i`, called `name`, holds.
inline Result<int64_t> OneInt(const EvalCall& call, size_t i, const char* name) {
  ASSAY_ASSIGN(const std::vector<int64_t> values, call.Ints(i));
  if (values.size() != 1) return Invalid(StrCat(name, " must be one number, has ", values.size()));
  return values[0];
}

// The number type that the attribute output_datatype names.
inline Result<DType> OutputType(const Call& call) {
  const int64_t code = call.AttrInt("output_datatype", 1);
  if (code <= 0 || code >= kDTypeCount)
    return Invalid(StrCat("output_datatype ", code, " is not a type"));
  const auto type = static_cast<DType>(code);
  if (!IsInt(type) && !IsFloat(type))
    return Invalid(StrCat("output_datatype ", DTypeName(type), " is not a number type"));
  return type;
}

}  // namespace assay::ops
