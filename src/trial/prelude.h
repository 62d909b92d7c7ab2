// Python functions that trials use, from data/judge.
#pragma once

#include <string>

#include "base/result.h"
#include "trial/dialect.h"

namespace assay::trial {

// `array`, `same`, `describe` and the rest of same.py for one framework.
Result<std::string> LoadPrelude(const Dialect& dialect);
// `probe`; needs the prelude.
Result<std::string> LoadProbe();
// Those of the twin oracle; they need the prelude.
Result<std::string> LoadTwinFunctions();

// The functions of `prelude` that `program` uses, directly or through another, and its imports.
// Programs are sent to maintainers: they should hold nothing that is not needed.
std::string OnlyNeeded(const std::string& prelude, const std::string& program);

}  // namespace assay::trial
