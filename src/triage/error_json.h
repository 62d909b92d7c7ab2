// The fact "errors": how far each output is from the truth, as pictures that a page can draw
// without running anything.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "oracle/error_field.h"
#include "triage/probe.h"

namespace assay::triage {

inline constexpr const char* kErrorsFact = "errors";

// {"target", "version", "outputs": [{"name", "shape", "dtype", "elements", "outside", "open",
// "worst", "heat": {"rows", "columns", "values", "row_axis", "column_axis", "least", "most"},
// "histogram": {"edges", "counts"}}]}. Values are log10(error / admitted error), null where nothing
// is certain; see oracle/error_field.h.
nlohmann::json ErrorsJson(const std::vector<oracle::ErrorField>& fields, const lab::Target& target);

// Runs the case once more, in a clean process, when `seen` of it was a matter of values. An empty
// object where there is nothing to draw: it fails in another way (a hang would be waited for), is
// trained or measured, or gives the right values this time.
nlohmann::json LookAtErrors(const Probe& probe, const ModelCase& model_case,
                            const oracle::TargetResult& seen);

}  // namespace assay::triage
