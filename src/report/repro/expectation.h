// What a reproduction looks for, as JSON for the writer (repro/checks.py): of one failure, the
// least that proves it.
#pragma once

#include <nlohmann/json.hpp>

#include "oracle/check.h"

namespace assay::report {

// "how" says which check is written:
//   value    {"output", "index", "shape", "type", "real", "truth", "low", "high", "nan"}; "layer"
//            when `output` is a value inside the graph
//   text     {"output", "index", "truth"}
//   type     {"output", "shape", "type"}
//   refusal  {"fragment"}: what the error message must hold; {"shape", "type", "values"} of the
//            first output where it is short
//   crash, hang  {"limit_s", "memory"}, and as above
//   repeat   {"output", "shape", "low", "high", "nan", "runs"}
// An error: this failure cannot be shown by one run of one model in one file, and why.
Result<nlohmann::json> Expectation(const oracle::Subject& subject, const oracle::Truth& truth,
                                   const oracle::TargetResult& result, double wall_s,
                                   uint64_t memory_bytes);

// A part of an error message that does not differ from case to case: verbatim, without names and
// numbers; the last one of some length, because messages end with what is special about them.
std::string StableFragment(std::string_view message);

}  // namespace assay::report
