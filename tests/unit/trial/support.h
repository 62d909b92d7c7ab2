// A documented API, arguments of a call, and what a trial says.
#pragma once

#include <string>

#include "trial/trial.h"

namespace assay::trial {

inline knowledge::ApiDoc Doc(const std::string& name, const std::string& text = "") {
  knowledge::ApiDoc out;
  out.name = name;
  out.framework = name.starts_with("tf.")    ? "tensorflow"
                  : name.starts_with("jax.") ? "jax"
                                             : "torch";
  out.version = "9.9";
  out.text = text;
  out.signature = name + "(input)";
  return out;
}

inline knowledge::Parameter Param(const std::string& name, const std::string& type,
                                  const std::string& description, const std::string& value = "") {
  knowledge::Parameter out;
  out.name = name;
  out.type = type;
  out.description = description;
  if (!value.empty()) {
    out.default_value = value;
    out.optional = true;
    out.kind = "keyword-only";
  }
  return out;
}

inline CallArgument Tensor(const std::string& name, const Dims& dims) {
  return {name, FindDialect("torch")->tensor(dims, "float32"), false, "float32", dims};
}

inline bool Has(const Trial& trial, const std::string& words) {
  return trial.program.find(words) != std::string::npos;
}

}  // namespace assay::trial
