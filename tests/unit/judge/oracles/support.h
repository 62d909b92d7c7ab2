// A documented API, a call that works and what an oracle makes of them.
#pragma once

#include <string>
#include <vector>

#include "judge/oracle.h"
#include "knowledge/api/constraints/constraints.h"

namespace assay::judge {

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

// The trials of the oracle of that name; constraints are found in the words first.
inline std::vector<Trial> TrialsOf(
    const std::string& oracle, knowledge::ApiDoc doc, const ApiCall& call,
    const std::string& prelude = "def same(a, b):\n    return True\n") {
  knowledge::FindConstraints(doc);
  std::vector<Trial> out;
  for (const Oracle& known : AllOracles())
    if (known.name == oracle) known.make({doc, call, *FindDialect(doc.framework), prelude}, out);
  return out;
}

inline bool Has(const Trial& trial, const std::string& words) {
  return trial.program.find(words) != std::string::npos;
}

}  // namespace assay::judge
